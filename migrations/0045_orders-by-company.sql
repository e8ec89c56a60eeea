-- A company, its tax number and the buyer's own words for an order and its lines find it too: that is what a trade buyer
-- names on the phone.
CREATE OR REPLACE FUNCTION searched_of(o orders, l order_lines) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT translate(concat_ws(' ', 'PH-' || o.number, o.buyer_email, o.buyer_name, o.company, o.tax_number, o.reference,
    l.reference, l.product_number, squeezed(l.product_number), l.product_name, o.transaction_id, o.address, o.country),
    E'\u00a0\u202f\r\n\t', '     ')
$$;
--> statement-breakpoint
DROP TRIGGER order_lines_searched ON order_lines;
--> statement-breakpoint
CREATE TRIGGER order_lines_searched BEFORE INSERT OR UPDATE OF status, reference ON order_lines
  FOR EACH ROW EXECUTE FUNCTION order_lines_searched();
--> statement-breakpoint
DROP TRIGGER orders_searched ON orders;
--> statement-breakpoint
CREATE TRIGGER orders_searched
  AFTER UPDATE OF buyer_email, buyer_name, company, tax_number, reference, address, country ON orders FOR EACH ROW
  WHEN ((NEW.buyer_email, NEW.buyer_name, NEW.company, NEW.tax_number, NEW.reference, NEW.address, NEW.country)
    IS DISTINCT FROM
    (OLD.buyer_email, OLD.buyer_name, OLD.company, OLD.tax_number, OLD.reference, OLD.address, OLD.country))
  EXECUTE FUNCTION orders_searched();
--> statement-breakpoint
UPDATE "order_lines" SET "searched" = searched_of(o, "order_lines") FROM "orders" o
WHERE o."id" = "order_lines"."order_id"
  AND (o."company", o."tax_number", o."reference", "order_lines"."reference") <> ('', '', '', '');
