-- The check of an order reads all its lines, so it is made once an order and not once a changed line: 400 changed lines
-- took half a second to commit. The setting names the order that was checked last, until the transaction ends or a
-- later statement changes an order or a line (the two triggers below).
CREATE OR REPLACE FUNCTION order_is_its_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed uuid;
BEGIN
  IF TG_TABLE_NAME = 'orders' THEN changed := NEW.id; ELSE changed := coalesce(NEW.order_id, OLD.order_id); END IF;
  IF current_setting('parts_house.checked_order', true) = changed::text THEN RETURN NULL; END IF;
  IF (SELECT o.price_cents = sum(l.price_cents) FILTER (WHERE l.closed_at IS NULL) - o.discount_cents + o.shipping_cents + o.tax_cents
      AND bool_and(CASE WHEN l.closed_at IS NULL THEN l.status = o.status OR (l.status = 'delivered' AND o.status = 'paid')
        ELSE l.status = 'cancelled' END)
    FROM orders o JOIN order_lines l ON l.order_id = o.id WHERE o.id = changed GROUP BY o.id) IS NOT TRUE
  THEN
    RAISE EXCEPTION 'order % is not its lines', changed USING ERRCODE = 'check_violation';
  END IF;
  PERFORM set_config('parts_house.checked_order', changed::text, true);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION orders_are_unchecked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('parts_house.checked_order', '', true);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER order_lines_unchecked BEFORE INSERT OR DELETE OR UPDATE OF status, price_cents ON order_lines
  FOR EACH STATEMENT EXECUTE FUNCTION orders_are_unchecked();
--> statement-breakpoint
CREATE TRIGGER orders_unchecked BEFORE UPDATE OF status, price_cents ON orders
  FOR EACH STATEMENT EXECUTE FUNCTION orders_are_unchecked();
--> statement-breakpoint
-- Only the text that is searched changes with an address; naming the status too would check and search each line anew.
CREATE OR REPLACE FUNCTION orders_searched() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE order_lines l SET searched = searched_of(NEW, l) WHERE l.order_id = NEW.id;
  RETURN NULL;
END $$;
