CREATE TABLE "appliances" (
	"user_id" uuid NOT NULL,
	"model_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"serial" text NOT NULL,
	"name" text NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	CONSTRAINT "appliances_user_id_model_id_pk" PRIMARY KEY("user_id","model_id"),
	CONSTRAINT "appliances_one_a_place" UNIQUE("user_id","place"),
	CONSTRAINT "appliances_of_a_person" CHECK ("appliances"."place" between 1 and 8)
);
--> statement-breakpoint
ALTER TABLE "appliances" ADD CONSTRAINT "appliances_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appliances" ADD CONSTRAINT "appliances_model_id_models_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."models"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "appliances_of_model" ON "appliances" USING btree ("model_id");--> statement-breakpoint
CREATE INDEX "models_by_number" ON "models" USING btree ("number");--> statement-breakpoint
CREATE INDEX "models_search" ON "models" USING gin (squeezed(maker || number) gin_trgm_ops);