-- A line that was not sent is refunded when the charge of its order is given back at Stripe while other lines are
-- delivered (law O1); the order itself stays paid, since its money was had.
CREATE OR REPLACE FUNCTION order_lines_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT (order_may_become(OLD.status, NEW.status) OR (OLD.status = 'paid' AND NEW.status = 'refunded')) THEN
    RAISE EXCEPTION 'line % cannot go from % to %', OLD.id, OLD.status, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.id, NEW.order_id, NEW.buyer_id, NEW.product_id, NEW.product_name, NEW.unit_price_cents, NEW.min_order, NEW.quantity, NEW.price_cents)
    IS DISTINCT FROM
    (OLD.id, OLD.order_id, OLD.buyer_id, OLD.product_id, OLD.product_name, OLD.unit_price_cents, OLD.min_order, OLD.quantity, OLD.price_cents)
  THEN
    RAISE EXCEPTION 'line % keeps what was bought', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION order_is_its_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed uuid;
BEGIN
  IF TG_TABLE_NAME = 'orders' THEN changed := NEW.id; ELSE changed := coalesce(NEW.order_id, OLD.order_id); END IF;
  IF current_setting('parts_house.checked_order', true) = changed::text THEN RETURN NULL; END IF;
  IF (SELECT o.price_cents = sum(l.price_cents) FILTER (WHERE l.closed_at IS NULL) - o.discount_cents + o.shipping_cents + o.tax_cents
      AND bool_and(CASE WHEN l.closed_at IS NULL THEN l.status = o.status OR (l.status = 'delivered' AND o.status = 'paid')
          OR (l.status = 'refunded' AND o.given_back_at IS NOT NULL)
        ELSE l.status = 'cancelled' END)
    FROM orders o JOIN order_lines l ON l.order_id = o.id WHERE o.id = changed GROUP BY o.id) IS NOT TRUE
  THEN
    RAISE EXCEPTION 'order % is not its lines', changed USING ERRCODE = 'check_violation';
  END IF;
  PERFORM set_config('parts_house.checked_order', changed::text, true);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION orders_are_given_back() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM order_happened(NEW.id, 'refunded', NEW.given_back_at, NULL, NULL);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_are_given_back AFTER UPDATE OF given_back_at ON orders FOR EACH ROW
  WHEN (NEW.given_back_at IS NOT NULL AND OLD.given_back_at IS NULL) EXECUTE FUNCTION orders_are_given_back();
