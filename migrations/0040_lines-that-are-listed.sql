DROP INDEX "order_lines_of_order";--> statement-breakpoint
DROP INDEX "stock_movements_of_product";--> statement-breakpoint
CREATE INDEX "order_lines_listed" ON "order_lines" USING btree ("buyer_id","id") WHERE status in ('unpaid', 'paid', 'delivered', 'refund_due', 'refunded');--> statement-breakpoint
CREATE INDEX "order_lines_of_order" ON "order_lines" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "stock_movements_of_product" ON "stock_movements" USING btree ("product_id","at","id");