CREATE TABLE "part_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"asker_id" uuid,
	"email" text NOT NULL,
	"model" text NOT NULL,
	"photo" text NOT NULL,
	"words" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	"product_id" uuid,
	"answer" text DEFAULT '' NOT NULL,
	CONSTRAINT "part_requests_answered_with_a_part" CHECK (("part_requests"."answered_at" is null) = ("part_requests"."product_id" is null))
);
--> statement-breakpoint
ALTER TABLE "part_requests" ADD CONSTRAINT "part_requests_asker_id_users_id_fk" FOREIGN KEY ("asker_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "part_requests" ADD CONSTRAINT "part_requests_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "part_requests_open" ON "part_requests" USING btree ("id") WHERE answered_at is null;--> statement-breakpoint
CREATE INDEX "part_requests_answered" ON "part_requests" USING btree ("id") WHERE answered_at is not null;--> statement-breakpoint
CREATE INDEX "part_requests_of_asker" ON "part_requests" USING btree ("asker_id");--> statement-breakpoint
CREATE INDEX "part_requests_of_email" ON "part_requests" USING btree ("email");