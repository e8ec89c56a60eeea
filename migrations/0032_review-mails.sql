CREATE TABLE "review_mail_refusals" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "review_asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "review_mail_refusals" ADD CONSTRAINT "review_mail_refusals_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "parcels_by_arrival" ON "parcels" USING btree (coalesce(arrived_at, sent_at)) WHERE taken_back_at is null;