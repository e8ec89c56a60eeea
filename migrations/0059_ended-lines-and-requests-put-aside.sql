DROP INDEX "order_lines_cancelled";--> statement-breakpoint
ALTER TABLE "part_requests" ADD COLUMN "mailed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "order_lines_ended" ON "order_lines" USING btree ("buyer_id","product_id","order_id") WHERE status in ('cancelled', 'expired');