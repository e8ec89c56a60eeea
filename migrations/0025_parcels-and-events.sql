CREATE TABLE "order_events" (
	"order_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"what" text NOT NULL,
	"line_id" uuid,
	"parcel_id" uuid,
	CONSTRAINT "order_events_order_id_seq_pk" PRIMARY KEY("order_id","seq")
);
--> statement-breakpoint
CREATE TABLE "parcels" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"carrier" text DEFAULT '' NOT NULL,
	"number" text DEFAULT '' NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"taken_back_at" timestamp with time zone,
	"arrived_at" timestamp with time zone,
	CONSTRAINT "parcels_arrive_when_sent" CHECK ("parcels"."arrived_at" is null or "parcels"."taken_back_at" is null)
);
--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "parcel_id" uuid;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_parcel_id_parcels_id_fk" FOREIGN KEY ("parcel_id") REFERENCES "public"."parcels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parcels" ADD CONSTRAINT "parcels_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "parcels_of_order" ON "parcels" USING btree ("order_id");--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_parcel_id_parcels_id_fk" FOREIGN KEY ("parcel_id") REFERENCES "public"."parcels"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- What was delivered together was one parcel, under the id of its first line.
INSERT INTO "parcels" ("id", "order_id", "sent_at")
SELECT (array_agg("id" ORDER BY "id"))[1], "order_id", "delivered_at" FROM "order_lines"
WHERE "delivered_at" IS NOT NULL GROUP BY "order_id", "delivered_at";
--> statement-breakpoint
UPDATE "order_lines" l SET "parcel_id" = p."id" FROM "parcels" p
WHERE p."order_id" = l."order_id" AND p."sent_at" = l."delivered_at";
--> statement-breakpoint
INSERT INTO "order_events"
SELECT e."order_id", row_number() OVER (PARTITION BY e."order_id" ORDER BY e."at", e."rank"), e."at", e."what", e."line_id", e."parcel_id"
FROM (
	SELECT "id", 2, "paid_at", 'paid', NULL::uuid, NULL::uuid FROM "orders" WHERE "paid_at" IS NOT NULL
	UNION ALL SELECT "order_id", 3, "sent_at", 'sent', NULL, "id" FROM "parcels"
	UNION ALL SELECT "order_id", 1, "closed_at", 'line cancelled', "id", NULL FROM "order_lines" WHERE "closed_at" IS NOT NULL
	UNION ALL SELECT "id", 4, "closed_at", replace("status", '_', ' '), NULL, NULL FROM "orders"
		WHERE "closed_at" IS NOT NULL AND "status" IN ('cancelled', 'expired', 'refund_due', 'refunded')
) e("order_id", "rank", "at", "what", "line_id", "parcel_id");
--> statement-breakpoint
CREATE TRIGGER order_events_only_grow BEFORE UPDATE OR DELETE OR TRUNCATE ON order_events FOR EACH STATEMENT EXECUTE FUNCTION only_grows();
--> statement-breakpoint
-- Whatever changes an order holds its row, so the numbers of its events are in the order in which they are committed;
-- where one did not, the primary key refuses the second of two.
CREATE FUNCTION order_happened(changed uuid, happened text, happened_at timestamptz, of_line uuid, of_parcel uuid)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_events (order_id, seq, at, what, line_id, parcel_id)
  SELECT changed, coalesce(max(seq), 0) + 1, coalesce(happened_at, date_trunc('milliseconds', clock_timestamp())), happened, of_line, of_parcel
  FROM order_events WHERE order_id = changed;
  PERFORM pg_notify('parts_house_orders', changed::text);
END $$;
--> statement-breakpoint
CREATE FUNCTION orders_happen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM order_happened(NEW.id, replace(NEW.status, '_', ' '), CASE NEW.status WHEN 'paid' THEN NEW.paid_at ELSE NEW.closed_at END, NULL, NULL);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_happen AFTER UPDATE OF status ON orders FOR EACH ROW
  WHEN (NEW.status <> OLD.status) EXECUTE FUNCTION orders_happen();
--> statement-breakpoint
CREATE FUNCTION order_lines_happen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM order_happened(NEW.order_id, 'line cancelled', NEW.closed_at, NEW.id, NULL);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER order_lines_happen AFTER UPDATE OF closed_at ON order_lines FOR EACH ROW
  WHEN (NEW.closed_at IS NOT NULL AND OLD.closed_at IS NULL) EXECUTE FUNCTION order_lines_happen();
--> statement-breakpoint
-- A build that knows no parcels delivers and takes back lines alone: each of these is a parcel too.
CREATE FUNCTION order_lines_lie_in_parcels() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> 'delivered' THEN
    UPDATE parcels SET taken_back_at = date_trunc('milliseconds', clock_timestamp()) WHERE id = OLD.parcel_id AND taken_back_at IS NULL;
    NEW.parcel_id := NULL;
  ELSIF NEW.parcel_id IS NULL THEN
    INSERT INTO parcels (id, order_id, sent_at) VALUES (gen_random_uuid(), NEW.order_id, NEW.delivered_at) RETURNING id INTO NEW.parcel_id;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER order_lines_lie_in_parcels BEFORE UPDATE OF status ON order_lines FOR EACH ROW
  WHEN ((NEW.status = 'delivered') <> (OLD.status = 'delivered')) EXECUTE FUNCTION order_lines_lie_in_parcels();
--> statement-breakpoint
CREATE FUNCTION parcels_happen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.taken_back_at IS NOT NULL AND OLD.taken_back_at IS NULL THEN
    PERFORM order_happened(NEW.order_id, 'taken back', NEW.taken_back_at, NULL, NEW.id);
  ELSIF NEW.arrived_at IS NOT NULL AND OLD.arrived_at IS NULL THEN
    PERFORM order_happened(NEW.order_id, 'arrived', NEW.arrived_at, NULL, NEW.id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER parcels_happen AFTER UPDATE ON parcels FOR EACH ROW EXECUTE FUNCTION parcels_happen();
--> statement-breakpoint
-- A parcel is stored before the first of its lines, and is sent with it.
CREATE FUNCTION parcels_are_sent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM order_events WHERE order_id = NEW.order_id AND parcel_id = NEW.parcel_id AND what = 'sent') THEN
    PERFORM order_happened(NEW.order_id, 'sent', NEW.delivered_at, NULL, NEW.parcel_id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER parcels_are_sent AFTER UPDATE OF status ON order_lines FOR EACH ROW
  WHEN (NEW.status = 'delivered' AND OLD.status <> 'delivered') EXECUTE FUNCTION parcels_are_sent();
