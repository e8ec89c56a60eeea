-- Google was joined for every address that it had verified once. Google of an address that it vouches for joins again at its
-- next sign-in; others log in with their password, or have a link to one mailed.
DELETE FROM accounts AS a USING users AS u
WHERE a.provider_id = 'google' AND u.id = a.user_id AND u.email !~ '@(gmail|googlemail)\.com$';
