-- A break in a name or a title, or a run of spaces, would let its owner write lines of their own beside it, on pages and in
-- mails.
DO $$
DECLARE
  breaks constant text := E'[\n\r\t\u115f\u1160\u1680\u2000-\u200a\u2028\u2029\u205f\u2800\u3000\u3164\uffa0\U0001d159\U00013441\U00013442]+';
  spaces constant text := E'[ \u00a0\u202f]{2,}';
  place record;
BEGIN
  FOR place IN SELECT * FROM (VALUES ('users', 'name'), ('questions', 'name'), ('questions', 'title'), ('answers', 'name'),
    ('reviews', 'name'), ('reviews', 'title'), ('saved_lists', 'name'), ('orders', 'buyer_name')) AS p(tab, col)
  LOOP
    EXECUTE format(
      'UPDATE %1$I SET %2$I = trim(regexp_replace(regexp_replace(%2$I, %3$L, '' '', ''g''), %4$L, '' '', ''g'')) WHERE %2$I ~ %3$L OR %2$I ~ %4$L',
      place.tab, place.col, breaks, spaces);
  END LOOP;
END $$;
