ALTER TABLE "parcels" ADD COLUMN "reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
-- The words of a correction may name a person, who could not be erased from the log: they move to the parcel, unless its
-- buyer was erased already.
UPDATE "parcels" SET "reason" = "deeds"."reason" FROM (
  SELECT DISTINCT "after" ->> 'parcel' AS "parcel", "after" ->> 'reason' AS "reason" FROM "audit_log"
  WHERE "action" = 'order.take-back' AND "after" ->> 'reason' IS NOT NULL
) "deeds", "orders" WHERE "deeds"."parcel" = "parcels"."id"::text AND "orders"."id" = "parcels"."order_id"
  AND "orders"."buyer_email" NOT LIKE '%@closed.invalid';--> statement-breakpoint
ALTER TABLE "audit_log" DISABLE TRIGGER "audit_log_only_grows";--> statement-breakpoint
UPDATE "audit_log" SET "after" = "after" - 'reason' WHERE "action" = 'order.take-back' AND "after" ->> 'reason' IS NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_log" ENABLE TRIGGER "audit_log_only_grows";
