-- Searches have read the words of parts in memory since the release before. A generated column is computed anew at every
-- UPDATE of a table that has a BEFORE trigger, so that these two cost each line of an order some milliseconds.
DROP TRIGGER products_words_added ON products;--> statement-breakpoint
DROP TRIGGER products_words_edited ON products;--> statement-breakpoint
DROP FUNCTION keep_words_of_added();--> statement-breakpoint
DROP FUNCTION keep_words_of_edited();--> statement-breakpoint
ALTER TABLE products DROP COLUMN name_words, DROP COLUMN all_words;--> statement-breakpoint
DROP FUNCTION search_words(text, boolean);--> statement-breakpoint
DROP FUNCTION search_text(text);--> statement-breakpoint
DROP FUNCTION words_of_attributes(json);--> statement-breakpoint
DROP TABLE "catalogue_words" CASCADE;
