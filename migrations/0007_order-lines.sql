-- An order becomes a checkout, and what was bought its lines. A line keeps the id that people know its order by, and so
-- do movements, audit log and kept answers. An order of before has the same id as its line: payment intents point to
-- it, here and in their metadata at Stripe.
CREATE TABLE "order_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"buyer_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"product_name" text NOT NULL,
	"product_number" text,
	"product_image" text NOT NULL,
	"unit_price_cents" integer NOT NULL,
	"min_order" integer NOT NULL,
	"quantity" integer NOT NULL,
	"price_cents" integer NOT NULL,
	"status" text DEFAULT 'unpaid' NOT NULL,
	"delivered_at" timestamp with time zone,
	"searched" text DEFAULT '' NOT NULL,
	CONSTRAINT "order_lines_quantity_positive" CHECK ("order_lines"."quantity" >= 1),
	CONSTRAINT "order_lines_price_is_the_formula" CHECK ("order_lines"."price_cents" = round("order_lines"."unit_price_cents"::numeric * "order_lines"."quantity" / "order_lines"."min_order"))
);
--> statement-breakpoint
INSERT INTO "order_lines"
SELECT "id", "id", "buyer_id", "product_id", "product_name", "product_number", "product_image", "unit_price_cents",
	"min_order", "quantity", "price_cents", "status", "delivered_at",
	"buyer_email" || ' ' || "product_name" || ' ' || coalesce("transaction_id", '')
FROM "orders";
--> statement-breakpoint
ALTER TABLE "stock_movements" RENAME COLUMN "order_id" TO "line_id";--> statement-breakpoint
ALTER INDEX "stock_movements_of_order" RENAME TO "stock_movements_of_line";--> statement-breakpoint
DROP TRIGGER "orders_move" ON "orders";--> statement-breakpoint
DROP INDEX "orders_by_status";--> statement-breakpoint
DROP INDEX "orders_of_product";--> statement-breakpoint
DROP INDEX "orders_search";--> statement-breakpoint
DROP INDEX "orders_of_buyer";--> statement-breakpoint
UPDATE "orders" SET "status" = 'paid' WHERE "status" = 'delivered';--> statement-breakpoint
ALTER TABLE "orders"
	DROP CONSTRAINT "orders_quantity_positive",
	DROP CONSTRAINT "orders_price_is_the_formula",
	DROP CONSTRAINT "orders_paid_has_transaction",
	DROP CONSTRAINT "orders_product_id_products_id_fk",
	DROP COLUMN "product_id",
	DROP COLUMN "product_name",
	DROP COLUMN "product_number",
	DROP COLUMN "product_image",
	DROP COLUMN "unit_price_cents",
	DROP COLUMN "min_order",
	DROP COLUMN "quantity",
	DROP COLUMN "delivered_at",
	ADD CONSTRAINT "orders_lines_are_delivered" CHECK ("orders"."status" <> 'delivered'),
	ADD CONSTRAINT "orders_paid_has_transaction" CHECK (("orders"."status" in ('paid', 'refund_due', 'refunded')) = ("orders"."transaction_id" is not null));
--> statement-breakpoint
CREATE UNIQUE INDEX "orders_of_buyer" ON "orders" USING btree ("buyer_id","id");--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_of_one_buyer" FOREIGN KEY ("buyer_id","order_id") REFERENCES "public"."orders"("buyer_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_lines_of_order" ON "order_lines" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_lines_of_buyer" ON "order_lines" USING btree ("buyer_id","id");--> statement-breakpoint
CREATE INDEX "order_lines_by_status" ON "order_lines" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "order_lines_of_product" ON "order_lines" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "order_lines_search" ON "order_lines" USING gin ("searched" gin_trgm_ops);
--> statement-breakpoint
-- Orders and lines move only forwards (law O1); a late payment may take an expired or cancelled order up again.
CREATE FUNCTION order_may_become(was text, becomes text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT was = becomes
    OR (was = 'unpaid' AND becomes IN ('paid', 'cancelled', 'expired'))
    OR (was = 'paid' AND becomes IN ('delivered', 'refund_due'))
    OR (was IN ('cancelled', 'expired') AND becomes IN ('paid', 'refund_due'))
    OR (was = 'refund_due' AND becomes = 'refunded')
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION orders_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT order_may_become(OLD.status, NEW.status) THEN
    RAISE EXCEPTION 'order % cannot go from % to %', OLD.id, OLD.status, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.id, NEW.buyer_id, NEW.price_cents) IS DISTINCT FROM (OLD.id, OLD.buyer_id, OLD.price_cents) THEN
    RAISE EXCEPTION 'order % keeps its buyer and its price', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_move BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION orders_move();
--> statement-breakpoint
CREATE FUNCTION order_lines_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT order_may_become(OLD.status, NEW.status) THEN
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
CREATE TRIGGER order_lines_move BEFORE UPDATE ON order_lines FOR EACH ROW EXECUTE FUNCTION order_lines_move();
--> statement-breakpoint
-- One index answers a search for a buyer, a product or a transaction, though they stand in two tables.
CREATE FUNCTION order_lines_searched() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT o.buyer_email || ' ' || NEW.product_name || ' ' || coalesce(o.transaction_id, '') INTO NEW.searched
    FROM orders o WHERE o.id = NEW.order_id;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER order_lines_searched BEFORE INSERT OR UPDATE OF status ON order_lines FOR EACH ROW EXECUTE FUNCTION order_lines_searched();
--> statement-breakpoint
-- When a transaction ends, an order costs what its lines cost together, and each of them stands where it stands.
CREATE FUNCTION order_is_its_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed uuid;
BEGIN
  IF TG_TABLE_NAME = 'orders' THEN changed := NEW.id; ELSE changed := coalesce(NEW.order_id, OLD.order_id); END IF;
  IF (SELECT o.price_cents = sum(l.price_cents)
      AND bool_and(l.status = o.status OR (l.status = 'delivered' AND o.status = 'paid'))
    FROM orders o JOIN order_lines l ON l.order_id = o.id WHERE o.id = changed GROUP BY o.id) IS NOT TRUE
  THEN
    RAISE EXCEPTION 'order % is not its lines', changed USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER orders_are_their_lines AFTER UPDATE OF status, price_cents ON orders
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION order_is_its_lines();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER order_lines_make_the_order AFTER INSERT OR DELETE OR UPDATE OF status, price_cents ON order_lines
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION order_is_its_lines();
