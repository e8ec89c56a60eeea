ALTER TABLE "order_events" ADD COLUMN "cents" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "given_back_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_intents" ADD COLUMN "given_back_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_intents" ADD CONSTRAINT "payment_intents_given_back_in_part" CHECK ("payment_intents"."given_back_cents" between 0 and "payment_intents"."amount_cents");--> statement-breakpoint
-- The triggers of before name five parameters, so the sixth has a default.
DROP FUNCTION order_happened(uuid, text, timestamptz, uuid, uuid);
--> statement-breakpoint
CREATE FUNCTION order_happened(changed uuid, happened text, happened_at timestamptz, of_line uuid, of_parcel uuid, of_cents integer DEFAULT NULL)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_events (order_id, seq, at, what, line_id, parcel_id, cents)
  SELECT changed, coalesce(max(seq), 0) + 1, coalesce(happened_at, date_trunc('milliseconds', clock_timestamp())), happened, of_line, of_parcel, of_cents
  FROM order_events WHERE order_id = changed;
  PERFORM pg_notify('parts_house_orders', changed::text);
END $$;
--> statement-breakpoint
CREATE FUNCTION orders_are_given_back_in_part() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM order_happened(NEW.id, 'given back in part', NULL, NULL, NULL, NEW.given_back_cents);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_are_given_back_in_part AFTER UPDATE OF given_back_cents ON orders FOR EACH ROW
  WHEN (NEW.given_back_cents <> OLD.given_back_cents) EXECUTE FUNCTION orders_are_given_back_in_part();
