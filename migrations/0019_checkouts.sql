ALTER TABLE "order_lines" ADD COLUMN "closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "reference" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "discount_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "shipping_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tax_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "reference" text DEFAULT '' NOT NULL;
--> statement-breakpoint
-- A line that leaves an unpaid order lowers its price; nothing else changes one.
CREATE OR REPLACE FUNCTION orders_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT order_may_become(OLD.status, NEW.status) THEN
    RAISE EXCEPTION 'order % cannot go from % to %', OLD.id, OLD.status, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.id, NEW.number, NEW.buyer_id) IS DISTINCT FROM (OLD.id, OLD.number, OLD.buyer_id)
    OR NEW.price_cents <> OLD.price_cents AND NOT (OLD.status = 'unpaid' AND NEW.status = 'unpaid' AND NEW.price_cents < OLD.price_cents)
  THEN
    RAISE EXCEPTION 'order % keeps its number, its buyer and its price', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- When a transaction ends, an order costs what its lines cost together, less the discount, with shipping and tax, and
-- each line stands where the order stands, but for those that were cancelled by themselves.
CREATE OR REPLACE FUNCTION order_is_its_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed uuid;
BEGIN
  IF TG_TABLE_NAME = 'orders' THEN changed := NEW.id; ELSE changed := coalesce(NEW.order_id, OLD.order_id); END IF;
  IF (SELECT o.price_cents = sum(l.price_cents) FILTER (WHERE l.closed_at IS NULL) - o.discount_cents + o.shipping_cents + o.tax_cents
      AND bool_and(CASE WHEN l.closed_at IS NULL THEN l.status = o.status OR (l.status = 'delivered' AND o.status = 'paid')
        ELSE l.status = 'cancelled' END)
    FROM orders o JOIN order_lines l ON l.order_id = o.id WHERE o.id = changed GROUP BY o.id) IS NOT TRUE
  THEN
    RAISE EXCEPTION 'order % is not its lines', changed USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
