/** The ARIA state of the suggestions for their field: the ids of the list and of the active row. */
export type SeekState = { isOpen: boolean; list?: string | undefined; active?: string | undefined }

export type SuggestionsProps = { field: HTMLInputElement; onState: (state: SeekState) => void }
