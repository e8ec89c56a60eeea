-- A build that knows no parcels takes back lines alone. One that went with others stays, since the mail about all of
-- them does: that build finds no line to take back, and says that it is too late.
CREATE OR REPLACE FUNCTION order_lines_lie_in_parcels() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> 'delivered' THEN
    IF EXISTS (SELECT FROM order_lines WHERE parcel_id = OLD.parcel_id AND id <> OLD.id)
      AND EXISTS (SELECT FROM parcels WHERE id = OLD.parcel_id AND taken_back_at IS NULL) THEN
      RETURN NULL;
    END IF;
    UPDATE parcels SET taken_back_at = date_trunc('milliseconds', clock_timestamp()) WHERE id = OLD.parcel_id AND taken_back_at IS NULL;
    NEW.parcel_id := NULL;
  ELSIF NEW.parcel_id IS NULL THEN
    INSERT INTO parcels (id, order_id, sent_at) VALUES (gen_random_uuid(), NEW.order_id, NEW.delivered_at) RETURNING id INTO NEW.parcel_id;
  END IF;
  RETURN NEW;
END $$;
