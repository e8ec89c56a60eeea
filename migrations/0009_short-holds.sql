ALTER TABLE "orders" ADD COLUMN "place" text;--> statement-breakpoint
CREATE INDEX "orders_unpaid_from_place" ON "orders" USING btree ("place") WHERE status = 'unpaid' and place is not null;