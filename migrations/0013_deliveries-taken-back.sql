-- One way leads back (law O1): a delivery is taken back before its mail leaves. Nothing else goes backwards.
CREATE OR REPLACE FUNCTION order_may_become(was text, becomes text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT was = becomes
    OR (was = 'unpaid' AND becomes IN ('paid', 'cancelled', 'expired'))
    OR (was = 'paid' AND becomes IN ('delivered', 'refund_due'))
    OR (was = 'delivered' AND becomes = 'paid')
    OR (was IN ('cancelled', 'expired') AND becomes IN ('paid', 'refund_due'))
    OR (was = 'refund_due' AND becomes = 'refunded')
$$;
--> statement-breakpoint
-- A buyer who has another name or address by now is found by it alone.
DROP TRIGGER orders_searched ON orders;
--> statement-breakpoint
CREATE TRIGGER orders_searched AFTER UPDATE OF buyer_email, buyer_name, address, country ON orders FOR EACH ROW
  WHEN ((NEW.buyer_email, NEW.buyer_name, NEW.address, NEW.country) IS DISTINCT FROM (OLD.buyer_email, OLD.buyer_name, OLD.address, OLD.country))
  EXECUTE FUNCTION orders_searched();
