CREATE TABLE "missed_searches" (
	"words" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "missed_searches_by_count" ON "missed_searches" USING btree ("count","words");--> statement-breakpoint
CREATE INDEX "missed_searches_by_time" ON "missed_searches" USING btree ("last_at");--> statement-breakpoint
-- The transaction that last changed what searches and filters know of a product; null is before this migration. A stock
-- that only goes up or down leaves it, so that an order changes no indexed column but where it sells the last piece.
ALTER TABLE products ADD COLUMN touched xid8;--> statement-breakpoint
CREATE INDEX "products_touched" ON "products" USING btree ("touched");--> statement-breakpoint
CREATE FUNCTION touch_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.touched := pg_current_xact_id();
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER products_touched_added BEFORE INSERT ON products FOR EACH ROW EXECUTE FUNCTION touch_product();--> statement-breakpoint
CREATE TRIGGER products_touched_edited BEFORE UPDATE OF number, name, description, category, attributes, maker, leaf, facts,
  fits_kinds, unit_price_cents, min_order, removed_at ON products FOR EACH ROW EXECUTE FUNCTION touch_product();--> statement-breakpoint
CREATE TRIGGER products_touched_sold BEFORE UPDATE OF stock ON products FOR EACH ROW
  WHEN ((OLD.stock > 0) IS DISTINCT FROM (NEW.stock > 0)) EXECUTE FUNCTION touch_product();--> statement-breakpoint
-- The part on sale that an archived one leads to, over any number of successors.
CREATE FUNCTION part_of_today(part uuid) RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS $$
  WITH RECURSIVE successors AS (
    SELECT id, successor_id, removed_at FROM products WHERE id = part
    UNION
    SELECT p.id, p.successor_id, p.removed_at FROM successors s JOIN products p ON p.id = s.successor_id WHERE s.removed_at IS NOT NULL
  )
  SELECT id FROM successors WHERE removed_at IS NULL LIMIT 1
$$;
