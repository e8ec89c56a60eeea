CREATE INDEX "mail_links_to_take_back" ON "mail_links" USING btree ("email") WHERE kind = 'take-back';
--> statement-breakpoint
-- As long as an address can be taken back, no other account gets it. After the row is there, so that the change that
-- freed the address is seen, for which the unique index waited.
CREATE FUNCTION addresses_wait_for_take_back() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM mail_links l WHERE l.kind = 'take-back' AND l.email = NEW.email AND l.user_id <> NEW.id AND l.expires_at > NEW.updated_at) THEN
    RAISE EXCEPTION 'the address can be taken back' USING ERRCODE = 'unique_violation', CONSTRAINT = 'users_one_per_email';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_new_address AFTER INSERT OR UPDATE OF email ON users FOR EACH ROW EXECUTE FUNCTION addresses_wait_for_take_back();
--> statement-breakpoint
-- Nothing begins in the name of an account that is closed: the lock waits for the closing, which holds the row.
CREATE FUNCTION accounts_are_open() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  owner uuid;
BEGIN
  IF TG_TABLE_NAME = 'orders' THEN owner := NEW.buyer_id;
  ELSIF TG_TABLE_NAME = 'reviews' THEN owner := NEW.author_id;
  ELSE owner := NEW.user_id;
  END IF;
  IF owner IS NULL THEN RETURN NEW; END IF;
  PERFORM 1 FROM users WHERE id = owner AND closed_at IS NULL FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'account % is closed', owner USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'accounts_are_open';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER orders_of_open_accounts BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION accounts_are_open();
--> statement-breakpoint
CREATE TRIGGER reviews_of_open_accounts BEFORE INSERT ON reviews FOR EACH ROW EXECUTE FUNCTION accounts_are_open();
--> statement-breakpoint
CREATE TRIGGER sessions_of_open_accounts BEFORE INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION accounts_are_open();
--> statement-breakpoint
CREATE TRIGGER mail_links_of_open_accounts BEFORE INSERT ON mail_links FOR EACH ROW EXECUTE FUNCTION accounts_are_open();
