CREATE SCHEMA "stripe_sandbox";
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"answer" json,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "access_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"issuer" text,
	"user_id" uuid NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"role" text DEFAULT 'customer' NOT NULL,
	"education" text,
	"location" text,
	"phone" text,
	"linkedin" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "users_one_per_email" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor_id" uuid,
	"actor_email" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"buyer_id" uuid NOT NULL,
	"buyer_email" text NOT NULL,
	"buyer_name" text NOT NULL,
	"product_id" uuid NOT NULL,
	"product_name" text NOT NULL,
	"product_number" text,
	"product_image" text NOT NULL,
	"unit_price_cents" integer NOT NULL,
	"min_order" integer NOT NULL,
	"quantity" integer NOT NULL,
	"price_cents" integer NOT NULL,
	"country" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'unpaid' NOT NULL,
	"transaction_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	CONSTRAINT "orders_transaction_once" UNIQUE("transaction_id"),
	CONSTRAINT "orders_quantity_positive" CHECK ("orders"."quantity" >= 1),
	CONSTRAINT "orders_price_is_the_formula" CHECK ("orders"."price_cents" = round("orders"."unit_price_cents"::numeric * "orders"."quantity" / "orders"."min_order")),
	CONSTRAINT "orders_paid_has_transaction" CHECK (("orders"."status" in ('paid', 'delivered', 'refund_due', 'refunded')) = ("orders"."transaction_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "payment_intents" (
	"id" text PRIMARY KEY NOT NULL,
	"buyer_id" uuid NOT NULL,
	"order_id" uuid,
	"amount_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"refund_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "payment_intents_refund_id_unique" UNIQUE("refund_id"),
	CONSTRAINT "payment_intents_amount_positive" CHECK ("payment_intents"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "stripe_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"payload" jsonb NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"processed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "contact_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"subject" text NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "newsletter_subscribers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"confirm_hash" text,
	"confirm_by" timestamp with time zone,
	"confirmed_at" timestamp with time zone,
	"unsubscribe_hash" text,
	"unsubscribed_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "newsletter_subscribers_email_unique" UNIQUE("email"),
	CONSTRAINT "newsletter_subscribers_confirm_hash_unique" UNIQUE("confirm_hash"),
	CONSTRAINT "newsletter_subscribers_unsubscribe_hash_unique" UNIQUE("unsubscribe_hash")
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"number" text,
	"description" text NOT NULL,
	"unit_price_cents" integer NOT NULL,
	"min_order" integer NOT NULL,
	"stock" integer NOT NULL,
	"image" text NOT NULL,
	"category" text,
	"attributes" json DEFAULT '{}'::json NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "products_stock_not_negative" CHECK ("products"."stock" >= 0),
	CONSTRAINT "products_min_order_positive" CHECK ("products"."min_order" >= 1),
	CONSTRAINT "products_price_not_negative" CHECK ("products"."unit_price_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "stock_movements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"order_id" uuid,
	"quantity" integer NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"author_id" uuid,
	"name" text NOT NULL,
	"image" text,
	"rating" integer NOT NULL,
	"description" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "reviews_rating_1_to_5" CHECK ("reviews"."rating" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "google_stand_in" (
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"payload" jsonb NOT NULL,
	"grant_id" text,
	"expires_at" timestamp with time zone,
	CONSTRAINT "google_stand_in_kind_id_pk" PRIMARY KEY("kind","id")
);
--> statement-breakpoint
CREATE TABLE "stripe_sandbox"."idempotent_answers" (
	"owner" text NOT NULL,
	"key" text NOT NULL,
	"path" text NOT NULL,
	"request_hash" text NOT NULL,
	"request_id" text NOT NULL,
	"status" integer NOT NULL,
	"body" json NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotent_answers_owner_key_pk" PRIMARY KEY("owner","key")
);
--> statement-breakpoint
CREATE TABLE "stripe_sandbox"."charges" (
	"id" text PRIMARY KEY NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "stripe_sandbox"."charges_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone NOT NULL,
	"payment_intent_id" text NOT NULL,
	"payment_method_id" text NOT NULL,
	"amount" integer NOT NULL,
	"amount_refunded" integer DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	"failure_code" text,
	"failure_message" text,
	"decline_code" text,
	"authenticated" boolean NOT NULL,
	"method" jsonb NOT NULL,
	"copied" jsonb NOT NULL,
	CONSTRAINT "sandbox_charges_refunds" CHECK ("stripe_sandbox"."charges"."amount_refunded" between 0 and "stripe_sandbox"."charges"."amount")
);
--> statement-breakpoint
CREATE TABLE "stripe_sandbox"."deliveries" (
	"event_id" text PRIMARY KEY NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "stripe_sandbox"."deliveries_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"delivered_at" timestamp with time zone,
	"last_answer" text
);
--> statement-breakpoint
CREATE TABLE "stripe_sandbox"."events" (
	"id" text PRIMARY KEY NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "stripe_sandbox"."events_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone NOT NULL,
	"type" text NOT NULL,
	"object" json NOT NULL,
	"request_id" text,
	"idempotency_key" text
);
--> statement-breakpoint
CREATE TABLE "stripe_sandbox"."payment_intents" (
	"id" text PRIMARY KEY NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "stripe_sandbox"."payment_intents_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	"client_secret" text NOT NULL,
	"payment_method_id" text,
	"latest_charge_id" text,
	"challenge_id" text,
	"return_url" text,
	"three_d_secure" text NOT NULL,
	"confirmation_method" text NOT NULL,
	"automatic_payment_methods" jsonb,
	"setup_future_usage" text,
	"description" text,
	"receipt_email" text,
	"shipping" jsonb,
	"statement_descriptor" text,
	"statement_descriptor_suffix" text,
	"metadata" jsonb NOT NULL,
	"last_payment_error" jsonb,
	"canceled_at" timestamp with time zone,
	"cancellation_reason" text,
	CONSTRAINT "payment_intents_challenge_id_unique" UNIQUE("challenge_id"),
	CONSTRAINT "sandbox_intents_amount" CHECK ("stripe_sandbox"."payment_intents"."amount" between 1 and 99999999)
);
--> statement-breakpoint
CREATE TABLE "stripe_sandbox"."payment_methods" (
	"id" text PRIMARY KEY NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "stripe_sandbox"."payment_methods_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone NOT NULL,
	"behaviour" text NOT NULL,
	"brand" text NOT NULL,
	"last4" text NOT NULL,
	"exp_month" integer NOT NULL,
	"exp_year" integer NOT NULL,
	"fingerprint" text NOT NULL,
	"cvc_given" boolean NOT NULL,
	"billing" jsonb NOT NULL,
	"metadata" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stripe_sandbox"."refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "stripe_sandbox"."refunds_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone NOT NULL,
	"charge_id" text NOT NULL,
	"payment_intent_id" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"reason" text,
	"metadata" jsonb NOT NULL,
	CONSTRAINT "sandbox_refunds_amount" CHECK ("stripe_sandbox"."refunds"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_intents" ADD CONSTRAINT "payment_intents_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_intents" ADD CONSTRAINT "payment_intents_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stripe_sandbox"."charges" ADD CONSTRAINT "charges_payment_intent_id_payment_intents_id_fk" FOREIGN KEY ("payment_intent_id") REFERENCES "stripe_sandbox"."payment_intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stripe_sandbox"."charges" ADD CONSTRAINT "charges_payment_method_id_payment_methods_id_fk" FOREIGN KEY ("payment_method_id") REFERENCES "stripe_sandbox"."payment_methods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stripe_sandbox"."deliveries" ADD CONSTRAINT "deliveries_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "stripe_sandbox"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stripe_sandbox"."payment_intents" ADD CONSTRAINT "payment_intents_payment_method_id_payment_methods_id_fk" FOREIGN KEY ("payment_method_id") REFERENCES "stripe_sandbox"."payment_methods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stripe_sandbox"."refunds" ADD CONSTRAINT "refunds_charge_id_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "stripe_sandbox"."charges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stripe_sandbox"."refunds" ADD CONSTRAINT "refunds_payment_intent_id_payment_intents_id_fk" FOREIGN KEY ("payment_intent_id") REFERENCES "stripe_sandbox"."payment_intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_tokens_of_session" ON "access_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "access_tokens_of_user" ON "access_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "accounts_of_user" ON "accounts" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_once" ON "accounts" USING btree ("provider_id","account_id");--> statement-breakpoint
CREATE INDEX "sessions_of_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "users_admins" ON "users" USING btree ("id") WHERE role = 'admin';--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ((name || ' ' || email) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "verifications_by_identifier" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "audit_log_by_action" ON "audit_log" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "audit_log_by_subject" ON "audit_log" USING btree ("subject","id");--> statement-breakpoint
CREATE INDEX "audit_log_search" ON "audit_log" USING gin ((actor_email || ' ' || subject) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "orders_of_buyer" ON "orders" USING btree ("buyer_id","id");--> statement-breakpoint
CREATE INDEX "orders_by_status" ON "orders" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "orders_to_expire" ON "orders" USING btree ("expires_at") WHERE status = 'unpaid';--> statement-breakpoint
CREATE INDEX "orders_of_product" ON "orders" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "orders_search" ON "orders" USING gin ((buyer_email || ' ' || product_name || ' ' || coalesce(transaction_id, '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "orders_unpaid_of_buyer" ON "orders" USING btree ("buyer_id","id") WHERE status = 'unpaid';--> statement-breakpoint
CREATE UNIQUE INDEX "payment_intents_one_live_an_order" ON "payment_intents" USING btree ("order_id") WHERE status in ('open', 'succeeded');--> statement-breakpoint
CREATE INDEX "payment_intents_open" ON "payment_intents" USING btree ("checked_at") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "payment_intents_to_refund" ON "payment_intents" USING btree ("checked_at") WHERE status = 'refund_due';--> statement-breakpoint
CREATE INDEX "payment_intents_unclaimed" ON "payment_intents" USING btree ("settled_at") WHERE status = 'succeeded' and order_id is null;--> statement-breakpoint
CREATE INDEX "payment_intents_of_order" ON "payment_intents" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payment_intents_of_buyer" ON "payment_intents" USING btree ("buyer_id");--> statement-breakpoint
CREATE INDEX "stripe_events_waiting" ON "stripe_events" USING btree ("received_at") WHERE processed_at is null;--> statement-breakpoint
CREATE INDEX "products_on_sale" ON "products" USING btree ("id") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "products_on_sale_by_name" ON "products" USING btree ("name","id") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "products_on_sale_by_price" ON "products" USING btree ("unit_price_cents","id") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "products_search" ON "products" USING gin ((name || ' ' || coalesce(number, '') || ' ' || description) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "stock_movements_of_product" ON "stock_movements" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "stock_movements_of_order" ON "stock_movements" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "google_stand_in_expired" ON "google_stand_in" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sandbox_answers_age" ON "stripe_sandbox"."idempotent_answers" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_charges_position" ON "stripe_sandbox"."charges" USING btree ("position");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_charges_once" ON "stripe_sandbox"."charges" USING btree ("payment_intent_id") WHERE status = 'succeeded';--> statement-breakpoint
CREATE INDEX "sandbox_charges_of_intent" ON "stripe_sandbox"."charges" USING btree ("payment_intent_id");--> statement-breakpoint
CREATE INDEX "sandbox_deliveries_due" ON "stripe_sandbox"."deliveries" USING btree ("next_at") WHERE delivered_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_events_position" ON "stripe_sandbox"."events" USING btree ("position");--> statement-breakpoint
CREATE INDEX "sandbox_events_of_type" ON "stripe_sandbox"."events" USING btree ("type");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_intents_position" ON "stripe_sandbox"."payment_intents" USING btree ("position");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_refunds_position" ON "stripe_sandbox"."refunds" USING btree ("position");--> statement-breakpoint
CREATE INDEX "sandbox_refunds_of_charge" ON "stripe_sandbox"."refunds" USING btree ("charge_id");--> statement-breakpoint
CREATE INDEX "sandbox_refunds_of_intent" ON "stripe_sandbox"."refunds" USING btree ("payment_intent_id");