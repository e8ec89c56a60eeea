DROP INDEX "audit_log_search";--> statement-breakpoint
ALTER TABLE "audit_log" ALTER COLUMN "actor_email" DROP NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_log_by_actor" ON "audit_log" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "audit_log_subjects" ON "audit_log" USING gin (subject gin_trgm_ops);--> statement-breakpoint
-- The rows of before lose the names they hold: the ids beside them tell who it was as long as the account is open.
ALTER TABLE "audit_log" DISABLE TRIGGER "audit_log_only_grows";--> statement-breakpoint
UPDATE "audit_log" SET "actor_email" = NULL,
  "before" = CASE jsonb_typeof("before") WHEN 'object' THEN "before" - 'email' ELSE "before" END,
  "after" = CASE jsonb_typeof("after") WHEN 'object' THEN "after" - 'email' ELSE "after" END;--> statement-breakpoint
ALTER TABLE "audit_log" ENABLE TRIGGER "audit_log_only_grows";
