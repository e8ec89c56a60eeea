DROP INDEX "orders_unpaid_from_place";--> statement-breakpoint
CREATE INDEX "orders_from_place" ON "orders" USING btree ("place") WHERE place is not null;