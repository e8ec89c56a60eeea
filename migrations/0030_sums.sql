CREATE TABLE "discount_code_uses" (
	"code" text PRIMARY KEY NOT NULL,
	"uses" integer NOT NULL,
	CONSTRAINT "discount_code_uses_not_negative" CHECK ("discount_code_uses"."uses" >= 0)
);
--> statement-breakpoint
CREATE TABLE "discount_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"basis_points" integer,
	"cents" integer,
	"from_cents" integer DEFAULT 0 NOT NULL,
	"begins_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"most_uses" integer,
	"most_each" integer,
	"removed_at" timestamp with time zone,
	CONSTRAINT "discount_codes_once" UNIQUE("code"),
	CONSTRAINT "discount_codes_one_kind" CHECK (("discount_codes"."basis_points" is null) <> ("discount_codes"."cents" is null)),
	CONSTRAINT "discount_codes_an_amount" CHECK (coalesce("discount_codes"."basis_points", 1) between 1 and 10000 and coalesce("discount_codes"."cents", 1) > 0)
);
--> statement-breakpoint
CREATE TABLE "price_group_people" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"group_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "price_group_prices" (
	"group_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"unit_price_cents" integer NOT NULL,
	CONSTRAINT "price_group_prices_group_id_product_id_pk" PRIMARY KEY("group_id","product_id"),
	CONSTRAINT "price_group_prices_positive" CHECK ("price_group_prices"."unit_price_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "price_groups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"basis_points" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "price_groups_once" UNIQUE("name"),
	CONSTRAINT "price_groups_a_share" CHECK ("price_groups"."basis_points" between 0 and 9900)
);
--> statement-breakpoint
CREATE TABLE "shipping_zone_countries" (
	"country" text PRIMARY KEY NOT NULL,
	"zone_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shipping_zones" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"flat_cents" integer NOT NULL,
	"per_kg_cents" integer NOT NULL,
	"free_from_cents" integer,
	CONSTRAINT "shipping_zones_not_negative" CHECK ("shipping_zones"."flat_cents" >= 0 and "shipping_zones"."per_kg_cents" >= 0 and coalesce("shipping_zones"."free_from_cents", 0) >= 0)
);
--> statement-breakpoint
CREATE TABLE "sum_rules" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "sum_rules_one_row" CHECK ("sum_rules"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "sum_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"shows_tax" boolean NOT NULL,
	CONSTRAINT "sum_settings_one_row" CHECK ("sum_settings"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "tax_rates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"country" text NOT NULL,
	"buyers" text NOT NULL,
	"basis_points" integer NOT NULL,
	"on_shipping" boolean DEFAULT true NOT NULL,
	CONSTRAINT "tax_rates_once" UNIQUE("country","buyers"),
	CONSTRAINT "tax_rates_a_share" CHECK ("tax_rates"."basis_points" between 0 and 10000)
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "terms" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "code" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "awaits_country" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "company" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tax_number" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "discount_code_uses" ADD CONSTRAINT "discount_code_uses_code_discount_codes_code_fk" FOREIGN KEY ("code") REFERENCES "public"."discount_codes"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_group_people" ADD CONSTRAINT "price_group_people_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_group_people" ADD CONSTRAINT "price_group_people_group_id_price_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."price_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_group_prices" ADD CONSTRAINT "price_group_prices_group_id_price_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."price_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_group_prices" ADD CONSTRAINT "price_group_prices_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipping_zone_countries" ADD CONSTRAINT "shipping_zone_countries_zone_id_shipping_zones_id_fk" FOREIGN KEY ("zone_id") REFERENCES "public"."shipping_zones"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "price_group_people_of_group" ON "price_group_people" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "price_group_prices_of_product" ON "price_group_prices" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "shipping_zone_countries_of_zone" ON "shipping_zone_countries" USING btree ("zone_id");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_code_discount_codes_code_fk" FOREIGN KEY ("code") REFERENCES "public"."discount_codes"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_with_code" ON "orders" USING btree ("code","buyer_id") WHERE code is not null;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_sums_not_negative" CHECK ("orders"."discount_cents" >= 0 and "orders"."shipping_cents" >= 0 and "orders"."tax_cents" >= 0);--> statement-breakpoint
INSERT INTO sum_rules DEFAULT VALUES;
--> statement-breakpoint
-- Whatever sums are reckoned by has a version, which an order proves.
CREATE FUNCTION sums_have_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE sum_rules SET version = version + 1;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER shipping_zones_changed AFTER INSERT OR UPDATE OR DELETE ON shipping_zones FOR EACH STATEMENT EXECUTE FUNCTION sums_have_changed();--> statement-breakpoint
CREATE TRIGGER shipping_zone_countries_changed AFTER INSERT OR UPDATE OR DELETE ON shipping_zone_countries FOR EACH STATEMENT EXECUTE FUNCTION sums_have_changed();--> statement-breakpoint
CREATE TRIGGER tax_rates_changed AFTER INSERT OR UPDATE OR DELETE ON tax_rates FOR EACH STATEMENT EXECUTE FUNCTION sums_have_changed();--> statement-breakpoint
CREATE TRIGGER price_groups_changed AFTER INSERT OR UPDATE OR DELETE ON price_groups FOR EACH STATEMENT EXECUTE FUNCTION sums_have_changed();--> statement-breakpoint
CREATE TRIGGER price_group_prices_changed AFTER INSERT OR UPDATE OR DELETE ON price_group_prices FOR EACH STATEMENT EXECUTE FUNCTION sums_have_changed();--> statement-breakpoint
CREATE TRIGGER price_group_people_changed AFTER INSERT OR UPDATE OR DELETE ON price_group_people FOR EACH STATEMENT EXECUTE FUNCTION sums_have_changed();--> statement-breakpoint
-- The sums of an unpaid order change with its lines and its country, up or down; nothing else changes them.
CREATE OR REPLACE FUNCTION orders_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT order_may_become(OLD.status, NEW.status) THEN
    RAISE EXCEPTION 'order % cannot go from % to %', OLD.id, OLD.status, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.id, NEW.number, NEW.buyer_id, NEW.code) IS DISTINCT FROM (OLD.id, OLD.number, OLD.buyer_id, OLD.code)
    OR NEW.price_cents <> OLD.price_cents AND NOT (OLD.status = 'unpaid' AND NEW.status = 'unpaid')
  THEN
    RAISE EXCEPTION 'order % keeps its number, its buyer, its code and its price', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
-- Whether an order holds a use of its code: until it is closed unpaid, and again when it is paid too late.
CREATE FUNCTION order_holds_code(status text, paid_at timestamptz) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN status IN ('unpaid', 'paid') OR paid_at IS NOT NULL;--> statement-breakpoint
-- Takes a use of the order's code, or gives it back. The code's row is held until the transaction ends, so those of one
-- buyer are counted one after the other.
CREATE FUNCTION order_uses_code() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  held boolean := TG_OP = 'UPDATE' AND order_holds_code(OLD.status, OLD.paid_at);
  holds boolean := order_holds_code(NEW.status, NEW.paid_at);
  limits record;
  used integer;
BEGIN
  IF held = holds THEN RETURN NULL; END IF;
  SELECT most_uses, most_each INTO limits FROM discount_codes WHERE code = NEW.code FOR NO KEY UPDATE;
  INSERT INTO discount_code_uses AS counted (code, uses) VALUES (NEW.code, 1)
    ON CONFLICT (code) DO UPDATE SET uses = counted.uses + CASE WHEN holds THEN 1 ELSE -1 END RETURNING uses INTO used;
  IF holds AND used > limits.most_uses THEN
    RAISE EXCEPTION 'code % is used up', NEW.code USING ERRCODE = 'check_violation', CONSTRAINT = 'discount_codes_not_overused';
  END IF;
  IF holds AND (SELECT count(*) FROM orders WHERE code = NEW.code AND buyer_id = NEW.buyer_id AND order_holds_code(status, paid_at)) > limits.most_each THEN
    RAISE EXCEPTION 'code % is used too often by %', NEW.code, NEW.buyer_id USING ERRCODE = 'check_violation', CONSTRAINT = 'discount_codes_most_each';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER orders_use_code_placed AFTER INSERT ON orders FOR EACH ROW WHEN (NEW.code IS NOT NULL) EXECUTE FUNCTION order_uses_code();--> statement-breakpoint
CREATE TRIGGER orders_use_code_moved AFTER UPDATE OF status, paid_at ON orders FOR EACH ROW WHEN (NEW.code IS NOT NULL) EXECUTE FUNCTION order_uses_code();
