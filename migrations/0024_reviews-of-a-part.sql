ALTER TABLE "reviews" ADD COLUMN "of_part" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "title" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "photos" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "model" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "fitted" text;--> statement-breakpoint
CREATE INDEX "reviews_of_shop" ON "reviews" USING btree ("id") WHERE not of_part and hidden_at is null;--> statement-breakpoint
CREATE INDEX "reviews_of_part" ON "reviews" USING btree ("product_id","id") WHERE of_part and hidden_at is null;--> statement-breakpoint
CREATE INDEX "reviews_of_part_by_rating" ON "reviews" USING btree ("product_id","rating") WHERE of_part and hidden_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_one_a_person_and_part" ON "reviews" USING btree ("author_id","product_id") WHERE of_part;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_of_a_part_name_it" CHECK (not "reviews"."of_part" or "reviews"."product_id" is not null);