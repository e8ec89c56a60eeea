/** What a page says that could not be made, whoever says it: the script in the browser, or the shop without a script. */
export const BROKEN = 'A fuse blew on our side.'
export const EXCUSE = 'The page could not be made. It is not your browser and nothing you did.'
