-- Orders move only forwards (law O1); a late payment may take an expired or cancelled order up again.
CREATE FUNCTION orders_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> OLD.status AND NOT (
    (OLD.status = 'unpaid' AND NEW.status IN ('paid', 'cancelled', 'expired'))
    OR (OLD.status = 'paid' AND NEW.status IN ('delivered', 'refund_due'))
    OR (OLD.status IN ('cancelled', 'expired') AND NEW.status IN ('paid', 'refund_due'))
    OR (OLD.status = 'refund_due' AND NEW.status = 'refunded')
  ) THEN
    RAISE EXCEPTION 'order % cannot go from % to %', OLD.id, OLD.status, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.buyer_id, NEW.product_id, NEW.product_name, NEW.unit_price_cents, NEW.min_order, NEW.quantity, NEW.price_cents)
    IS DISTINCT FROM
    (OLD.buyer_id, OLD.product_id, OLD.product_name, OLD.unit_price_cents, OLD.min_order, OLD.quantity, OLD.price_cents)
  THEN
    RAISE EXCEPTION 'order % keeps what was bought', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_move BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION orders_move();
--> statement-breakpoint
-- The audit log and the stock movements only grow.
CREATE FUNCTION only_grows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% only grows', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_log_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION only_grows();
--> statement-breakpoint
CREATE TRIGGER stock_movements_only_grow BEFORE UPDATE OR DELETE OR TRUNCATE ON stock_movements FOR EACH STATEMENT EXECUTE FUNCTION only_grows();
--> statement-breakpoint
-- One admin always remains (law I3): the advisory lock makes two demotions at once wait for each other.
CREATE FUNCTION keep_one_admin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7268002);
  IF NOT EXISTS (SELECT 1 FROM users WHERE role = 'admin' AND id <> OLD.id) THEN
    RAISE EXCEPTION 'the last admin stays' USING ERRCODE = 'check_violation', CONSTRAINT = 'users_one_admin_remains';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_demoted BEFORE UPDATE OF role ON users FOR EACH ROW WHEN (OLD.role = 'admin' AND NEW.role <> 'admin') EXECUTE FUNCTION keep_one_admin();
--> statement-breakpoint
CREATE TRIGGER users_admin_deleted BEFORE DELETE ON users FOR EACH ROW WHEN (OLD.role = 'admin') EXECUTE FUNCTION keep_one_admin();
