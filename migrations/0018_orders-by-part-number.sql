-- A part's number is looked through as it is kept and as it is compared, so that ef230 finds EF-230.
CREATE OR REPLACE FUNCTION searched_of(o orders, l order_lines) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT translate(concat_ws(' ', 'PH-' || o.number, o.buyer_email, o.buyer_name, l.product_number,
    squeezed(l.product_number), l.product_name, o.transaction_id, o.address, o.country), E'\u00a0\u202f\r\n\t', '     ')
$$;
--> statement-breakpoint
DROP INDEX "order_lines_search";--> statement-breakpoint
UPDATE "order_lines" SET "searched" = searched_of(o, "order_lines") FROM "orders" o
WHERE o."id" = "order_lines"."order_id" AND "order_lines"."product_number" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "order_lines_search" ON "order_lines" USING gin ("searched" gin_trgm_ops);
