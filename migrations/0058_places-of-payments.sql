ALTER TABLE "payment_intents" ADD COLUMN "place" text;--> statement-breakpoint
CREATE INDEX "payment_intents_of_place" ON "payment_intents" USING btree ("place") WHERE place is not null;