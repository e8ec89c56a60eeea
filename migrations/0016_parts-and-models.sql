CREATE TABLE "fits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"model_id" uuid NOT NULL,
	"section" text NOT NULL,
	"position" text NOT NULL,
	"product_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"serial_from" text,
	"serial_to" text
);
--> statement-breakpoint
CREATE TABLE "models" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"maker" text NOT NULL,
	"kind" text NOT NULL,
	"family" text NOT NULL,
	"year_from" integer,
	"year_to" integer,
	"plate" jsonb NOT NULL,
	"size" jsonb,
	"serial_from" text,
	"serial_to" text
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"slug" text PRIMARY KEY NOT NULL,
	"top" text,
	"name" text NOT NULL,
	"drawing" text,
	"place" integer NOT NULL,
	"attributes" json DEFAULT '[]'::json NOT NULL
);
--> statement-breakpoint
CREATE TABLE "part_numbers" (
	"key" text PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"product_id" uuid NOT NULL,
	"is_old" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "maker" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "leaf" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "facts" json DEFAULT '{}'::json NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "multiple" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "price_breaks" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "lead_days" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "weight_grams" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "replaces" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "substitutes" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "fits_kinds" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "datasheet" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "successor_id" uuid;--> statement-breakpoint
ALTER TABLE "fits" ADD CONSTRAINT "fits_model_id_models_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."models"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fits" ADD CONSTRAINT "fits_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_top_categories_slug_fk" FOREIGN KEY ("top") REFERENCES "public"."categories"("slug") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "part_numbers" ADD CONSTRAINT "part_numbers_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fits_of_model" ON "fits" USING btree ("model_id","id");--> statement-breakpoint
CREATE INDEX "fits_of_product" ON "fits" USING btree ("product_id","model_id");--> statement-breakpoint
CREATE UNIQUE INDEX "models_number" ON "models" USING btree (squeezed(number) text_pattern_ops);--> statement-breakpoint
CREATE INDEX "models_by_maker" ON "models" USING btree ("maker","number");--> statement-breakpoint
CREATE INDEX "models_by_kind" ON "models" USING btree ("kind","number");--> statement-breakpoint
CREATE INDEX "part_numbers_of_product" ON "part_numbers" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "part_numbers_beginning" ON "part_numbers" USING btree ("key" text_pattern_ops);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_leaf_categories_slug_fk" FOREIGN KEY ("leaf") REFERENCES "public"."categories"("slug") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_successor_id_products_id_fk" FOREIGN KEY ("successor_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "products_on_sale_by_leaf" ON "products" USING btree ("leaf","id") WHERE removed_at is null;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_multiple_positive" CHECK ("products"."multiple" >= 1);--> statement-breakpoint
-- All numbers of a product, the old ones as well, as they are compared.
CREATE FUNCTION numbers_of(product products) RETURNS TABLE (key text, number text, is_old boolean) LANGUAGE sql STABLE AS $$
  SELECT squeezed(product.number), product.number, false WHERE squeezed(product.number) IS NOT NULL
  UNION ALL
  SELECT squeezed(old), old, true FROM unnest(product.replaces) old WHERE squeezed(old) IS NOT NULL
$$;--> statement-breakpoint
CREATE FUNCTION keep_numbers_of_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO part_numbers (key, number, product_id, is_old)
    SELECT n.key, n.number, product.id, n.is_old FROM added JOIN products product USING (id), numbers_of(product) n ORDER BY n.key;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION keep_numbers_of_edited() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM part_numbers WHERE product_id = NEW.id;
  INSERT INTO part_numbers (key, number, product_id, is_old)
    SELECT n.key, n.number, NEW.id, n.is_old FROM numbers_of(NEW) n ORDER BY n.key;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER products_numbers_added AFTER INSERT ON products REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION keep_numbers_of_added();--> statement-breakpoint
CREATE TRIGGER products_numbers_edited AFTER UPDATE OF number, replaces ON products
  FOR EACH ROW WHEN (OLD.number IS DISTINCT FROM NEW.number OR OLD.replaces IS DISTINCT FROM NEW.replaces)
  EXECUTE FUNCTION keep_numbers_of_edited();--> statement-breakpoint
INSERT INTO part_numbers (key, number, product_id, is_old)
  SELECT squeezed(number), number, id, false FROM products WHERE squeezed(number) IS NOT NULL;
