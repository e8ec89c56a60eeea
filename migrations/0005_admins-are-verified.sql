-- Whoever registered with an address that is not verified may be anybody, so nobody is made an admin before.
CREATE FUNCTION admins_are_verified() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'user % is not verified', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'users_admins_are_verified';
END $$;
--> statement-breakpoint
CREATE TRIGGER users_promoted BEFORE UPDATE OF role ON users FOR EACH ROW WHEN (OLD.role <> 'admin' AND NEW.role = 'admin' AND NOT NEW.email_verified) EXECUTE FUNCTION admins_are_verified();
