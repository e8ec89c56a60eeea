-- Google was joined for every address that it had verified once. An account with a password gets in by that, and Google of
-- an address that it vouches for joins again at its next sign-in.
DELETE FROM accounts AS a USING users AS u
WHERE a.provider_id = 'google' AND u.id = a.user_id AND u.email !~ '@(gmail|googlemail)\.com$'
  AND EXISTS (SELECT FROM accounts AS p WHERE p.user_id = u.id AND p.provider_id = 'credential' AND p.proved_at IS NOT NULL);
