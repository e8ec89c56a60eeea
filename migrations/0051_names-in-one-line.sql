-- A line break in a name would let its owner write lines of their own beside it, on pages and in mails.
UPDATE users SET name = trim(regexp_replace(name, E'[\n\r\t\u2028\u2029]+', ' ', 'g')) WHERE name ~ E'[\n\r\t\u2028\u2029]';
