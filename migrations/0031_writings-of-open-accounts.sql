-- What a person writes while their account is being closed would stay with the person's name or address in it. A restore
-- copies what closed accounts have left, so it sets parts_house.restores for its transaction.
CREATE OR REPLACE FUNCTION accounts_are_open() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  owner uuid;
BEGIN
  IF current_setting('parts_house.restores', true) = 'on' THEN RETURN NEW; END IF;
  IF TG_TABLE_NAME = 'orders' THEN owner := NEW.buyer_id;
  ELSIF TG_TABLE_NAME IN ('reviews', 'questions', 'answers') THEN owner := NEW.author_id;
  ELSIF TG_TABLE_NAME = 'part_requests' THEN owner := NEW.asker_id;
  ELSIF TG_TABLE_NAME = 'stock_alerts' THEN owner := NEW.person_id;
  ELSE owner := NEW.user_id;
  END IF;
  IF owner IS NULL THEN RETURN NEW; END IF;
  PERFORM 1 FROM users WHERE id = owner AND closed_at IS NULL FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'account % is closed', owner USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'accounts_are_open';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER questions_of_open_accounts BEFORE INSERT ON questions FOR EACH ROW EXECUTE FUNCTION accounts_are_open();--> statement-breakpoint
CREATE TRIGGER answers_of_open_accounts BEFORE INSERT ON answers FOR EACH ROW EXECUTE FUNCTION accounts_are_open();--> statement-breakpoint
CREATE TRIGGER part_requests_of_open_accounts BEFORE INSERT ON part_requests FOR EACH ROW EXECUTE FUNCTION accounts_are_open();--> statement-breakpoint
CREATE TRIGGER stock_alerts_of_open_accounts BEFORE INSERT ON stock_alerts FOR EACH ROW EXECUTE FUNCTION accounts_are_open();--> statement-breakpoint
CREATE TRIGGER carts_of_open_accounts BEFORE INSERT ON carts FOR EACH ROW EXECUTE FUNCTION accounts_are_open();--> statement-breakpoint
CREATE TRIGGER appliances_of_open_accounts BEFORE INSERT ON appliances FOR EACH ROW EXECUTE FUNCTION accounts_are_open();--> statement-breakpoint
CREATE TRIGGER price_group_people_of_open_accounts BEFORE INSERT ON price_group_people FOR EACH ROW EXECUTE FUNCTION accounts_are_open();
