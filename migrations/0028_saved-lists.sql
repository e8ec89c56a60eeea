CREATE TABLE "saved_lists" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"lines" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"link_hash" text,
	"shared_at" timestamp with time zone,
	CONSTRAINT "saved_lists_link_once" UNIQUE("link_hash")
);
--> statement-breakpoint
ALTER TABLE "saved_lists" ADD CONSTRAINT "saved_lists_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "saved_lists_of_user" ON "saved_lists" USING btree ("user_id","id");--> statement-breakpoint
CREATE TRIGGER saved_lists_of_open_accounts BEFORE INSERT ON saved_lists FOR EACH ROW EXECUTE FUNCTION accounts_are_open();
--> statement-breakpoint
CREATE TRIGGER addresses_of_open_accounts BEFORE INSERT ON addresses FOR EACH ROW EXECUTE FUNCTION accounts_are_open();
