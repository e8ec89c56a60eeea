CREATE SEQUENCE "public"."order_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 104417 CACHE 1;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "number" integer;--> statement-breakpoint
-- Orders of before get theirs in the order in which they were placed.
DROP TRIGGER "orders_move" ON "orders";--> statement-breakpoint
UPDATE "orders" SET "number" = 104416 + placed.place
FROM (SELECT "id", row_number() OVER (ORDER BY "created_at", "id") AS place FROM "orders") placed
WHERE "orders"."id" = placed."id";
--> statement-breakpoint
SELECT setval('order_numbers', max("number")) FROM "orders" HAVING max("number") IS NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "number" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "number" SET DEFAULT nextval('order_numbers');--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_number_once" UNIQUE("number");--> statement-breakpoint
CREATE OR REPLACE FUNCTION orders_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT order_may_become(OLD.status, NEW.status) THEN
    RAISE EXCEPTION 'order % cannot go from % to %', OLD.id, OLD.status, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.id, NEW.number, NEW.buyer_id, NEW.price_cents) IS DISTINCT FROM (OLD.id, OLD.number, OLD.buyer_id, OLD.price_cents) THEN
    RAISE EXCEPTION 'order % keeps its number, its buyer and its price', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_move BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION orders_move();
--> statement-breakpoint
-- What a search looks through: number, buyer, address, part and transaction, with one kind of space in between.
CREATE FUNCTION searched_of(o orders, l order_lines) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT translate(concat_ws(' ', 'PH-' || o.number, o.buyer_email, o.buyer_name, l.product_number, l.product_name,
    o.transaction_id, o.address, o.country), E'\u00a0\u202f\r\n\t', '     ')
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION order_lines_searched() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT searched_of(o, NEW) INTO NEW.searched FROM orders o WHERE o.id = NEW.order_id;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- An address that is told later, or corrected, is found too: naming the status makes the trigger above run.
CREATE FUNCTION orders_searched() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE order_lines SET status = status WHERE order_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_searched AFTER UPDATE OF address, country ON orders FOR EACH ROW
  WHEN ((NEW.address, NEW.country) IS DISTINCT FROM (OLD.address, OLD.country)) EXECUTE FUNCTION orders_searched();
--> statement-breakpoint
DROP INDEX "order_lines_search";--> statement-breakpoint
UPDATE "order_lines" SET "searched" = searched_of(o, "order_lines") FROM "orders" o WHERE o."id" = "order_lines"."order_id";--> statement-breakpoint
CREATE INDEX "order_lines_search" ON "order_lines" USING gin ("searched" gin_trgm_ops);
