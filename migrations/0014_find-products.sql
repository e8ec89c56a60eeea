CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;--> statement-breakpoint
-- A number as it is compared, however it is written: HC-120, hc 120 and Hc.120 are one.
CREATE FUNCTION squeezed(number text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN nullif(regexp_replace(lower(normalize(number, NFKC)), '[^[:alnum:]]+', '', 'g'), '');--> statement-breakpoint
-- A text with one way to write a space, a hyphen, an accent, a thousand, a measure and its unit: 1,120 × 570 mm is 1120x570mm.
CREATE FUNCTION search_text(typed text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  t text := lower(normalize(typed, NFKD));
BEGIN
  t := regexp_replace(t, '[\u0300-\u036f\u00ad\u200b-\u200f\u2060\ufeff°]+', '', 'g');
  t := replace(translate(t, 'μ×⁄−–—‐‑_', 'ux/------'), 'ω', 'ohm');
  t := regexp_replace(t, '(\d),(\d\d\d)(?!\d)', '\1\2', 'g');
  t := regexp_replace(t, '(\d),(\d)', '\1.\2', 'g');
  t := regexp_replace(t, '(\d)\s*x\s*(?=\d)', '\1x', 'g');
  t := regexp_replace(t, '(\d)\s*v\s*(ac|dc)\M', '\1v \2', 'g');
  t := regexp_replace(t, '\m(v|w|a|l)(?:olts?|atts?|mp(?:ere)?s?|it(?:re|er)s?)\M', '\1', 'g');
  t := regexp_replace(t, '\m([km])?\s?ohms?\M', '\1ohm', 'g');
  t := regexp_replace(t, '(\d)\s+(v|kv|w|kw|k?hz|mm2?|cm|m|uf|nf|pf|[km]?ohm|m?a|hp|bar|rpm|c|k|l|k?g|h|min|bit|%)(?![[:alnum:]\\])', '\1\2', 'g');
  RETURN t;
END $$;--> statement-breakpoint
-- The words of a text, in the singular. A measure stays whole; of what is joined by signs, a text in the catalogue has the
-- parts and the whole, and a search the whole where it holds a digit (r-600a), else the parts (push-in, 230v/50hz).
CREATE FUNCTION search_words(typed text, in_catalogue boolean) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  WITH raw AS (
    SELECT r, r ~ '[./-]' AND r !~ '^\d+([./]\d+)?[a-z%]*2?$' AS is_joined,
      r !~ '\d' OR r ~ '^\d[\d.]*[a-z%]+(/\d[\d.]*[a-z%]+)+$' AS is_list
    FROM (SELECT btrim(part, './-') AS r FROM regexp_split_to_table(search_text(typed), '[^[:alnum:]./%-]+') part) parts
  ), words AS (
    SELECT r AS w FROM raw WHERE NOT is_joined
    UNION SELECT regexp_replace(r, '[./-]', '', 'g') FROM raw WHERE is_joined AND (in_catalogue OR NOT is_list)
    UNION SELECT part FROM raw, regexp_split_to_table(r, '[./-]+') part WHERE is_joined AND (in_catalogue OR is_list)
  ), singular AS (
    SELECT DISTINCT CASE
      WHEN w !~ '^[a-z]{4,}$' THEN w
      WHEN w ~ 'ies$' THEN left(w, -3) || 'y'
      WHEN w ~ '(ch|sh|x|ss)es$' THEN left(w, -2)
      WHEN w ~ '[^sui]s$' THEN left(w, -1)
      ELSE w
    END AS w FROM words WHERE w <> ''
  )
  SELECT coalesce(array_agg(w ORDER BY w), '{}') FROM singular
$$;--> statement-breakpoint
CREATE FUNCTION words_of_attributes(attributes json) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(string_agg(concat_ws(' ', key, value ->> 'value', value ->> 'unit'), '; '), '')
  FROM json_each(CASE json_typeof(attributes) WHEN 'object' THEN attributes ELSE '{}' END)
$$;--> statement-breakpoint
-- Of two products with one number the later one loses it; the audit log says so.
WITH doubles AS (
  SELECT id, number FROM (
    SELECT id, number, row_number() OVER (PARTITION BY squeezed(number) ORDER BY created_at, id) AS place
    FROM products WHERE squeezed(number) IS NOT NULL
  ) numbered WHERE place > 1
), cleared AS (
  UPDATE products SET number = NULL, version = version + 1, changed_at = now() FROM doubles
  WHERE products.id = doubles.id RETURNING products.id, doubles.number
)
INSERT INTO audit_log (id, at, actor_id, action, subject, before, after)
SELECT gen_random_uuid(), now(), NULL, 'product.edit', id, jsonb_build_object('number', number), '{"number": null}' FROM cleared;--> statement-breakpoint
DROP INDEX "products_search";--> statement-breakpoint
ALTER TABLE products
  ADD COLUMN name_words tsvector GENERATED ALWAYS AS (
    array_to_tsvector(search_words(coalesce(number, '') || ' ' || name, true))) STORED,
  ADD COLUMN all_words tsvector GENERATED ALWAYS AS (
    array_to_tsvector(search_words(coalesce(number, '') || ' ' || name || '; ' || coalesce(category, '') || '; '
      || words_of_attributes(attributes) || '; ' || description, true))) STORED;--> statement-breakpoint
CREATE INDEX "products_name_words" ON "products" USING gin ("name_words");--> statement-breakpoint
CREATE INDEX "products_all_words" ON "products" USING gin ("all_words");--> statement-breakpoint
CREATE TABLE "catalogue_words" (
	"word" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
-- In the order of the words, so that two who add products at once wait for each other and do not lock each other out.
CREATE FUNCTION keep_words_of_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalogue_words
    SELECT DISTINCT lexeme FROM added, unnest(all_words) WHERE lexeme ~ '^[[:alpha:]]{4,}$' ORDER BY lexeme
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION keep_words_of_edited() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalogue_words
    SELECT lexeme FROM unnest(NEW.all_words) WHERE lexeme ~ '^[[:alpha:]]{4,}$' ORDER BY lexeme
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER products_words_added AFTER INSERT ON products REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION keep_words_of_added();--> statement-breakpoint
CREATE TRIGGER products_words_edited AFTER UPDATE OF number, name, category, attributes, description ON products
  FOR EACH ROW EXECUTE FUNCTION keep_words_of_edited();--> statement-breakpoint
INSERT INTO catalogue_words
  SELECT DISTINCT lexeme FROM products, unnest(all_words) WHERE lexeme ~ '^[[:alpha:]]{4,}$';--> statement-breakpoint
CREATE INDEX "products_on_sale_by_category" ON "products" USING btree ("category","id") WHERE removed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "products_number" ON "products" USING btree (squeezed(number) text_pattern_ops);
