import type { ChangeEvent, DragEvent, FormEvent } from 'react'
import { Button } from '../ui/button.tsx'
import { fetched, NOT_HERE } from '../ui/fetched.ts'
import { Upload } from '../ui/list-icons.tsx'
import { toastBad } from '../ui/toast.ts'
import { useHydrated } from '../ui/use-hydrated.ts'
import { useTypedBefore } from '../ui/use-typed-before.ts'
import { grouped } from '../wire/grouped.ts'
import { filledLines } from './lines-of.ts'

export const EXAMPLE = [
  ...['EF-230, 12', 'EF-225, 4', 'dg1120, 6', 'SR-22, 15', 'AD-12, 8', 'TF-77, 10', 'TH-007, 6', 'NT-5K, 50'],
  ...['NT-5KL 10', 'RC-45, 20', 'FD-120; 10', 'EF-230, 4', 'DK-28; 10; Job 2117'],
].join('\n')

type PasteFormProps = {
  text: string
  isBusy: boolean
  onWrite: (text: string) => void
  /** A file that was read stands in place of the text. */
  onReplace: (text: string) => void
  /** Lines that were typed before hydration, where the field does not show the kept text yet. */
  onTypedBefore: (typed: string) => void
  onCheck: () => void
}

/** A field to paste a list into or drop a file on; Ctrl+Enter checks it. */
export function PasteForm({ text, isBusy, onWrite, onReplace, onTypedBefore, onCheck }: PasteFormProps) {
  const isScripted = useHydrated()
  useTypedBefore('lines', text, (typed) => {
    if (!isScripted) onTypedBefore(typed)
  })
  const count = filledLines(text).length
  const handleCheck = (event: FormEvent) => {
    event.preventDefault()
    onCheck()
  }
  const read = async (file: File | undefined) => {
    if (!file) return
    const read = await fetched(() => import('./file-text.ts')).then(
      ({ textOf }) => textOf(file),
      () => null,
    )
    if (read === null) return toastBad(NOT_HERE)
    if (read === undefined)
      return toastBad('This is a workbook. Save it as CSV, or copy its cells and paste them here.')
    onReplace(read)
    onCheck()
  }
  const handleDrop = (event: DragEvent) => {
    event.preventDefault()
    void read(event.dataTransfer.files[0])
  }
  return (
    <form className="paste" onSubmit={handleCheck}>
      <label className="vh" htmlFor="lines">
        Lines: number, quantity
      </label>
      <textarea
        className="in"
        id="lines"
        spellCheck={false}
        autoComplete="off"
        value={text}
        placeholder={EXAMPLE}
        onChange={(event) => onWrite(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && handleCheck(event)}
      />
      <div className="drop">
        <label className="file" onDragOver={(event) => event.preventDefault()} onDrop={handleDrop}>
          <Upload />
          <span>
            Drop a CSV or text file here, or <u>choose one</u>
          </span>
          <input
            className="vh"
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            onChange={({ target }: ChangeEvent<HTMLInputElement>) => {
              void read(target.files?.[0])
              // Without a reset, choosing the same file again would fire no change event.
              target.value = ''
            }}
          />
        </label>
        <div>
          <Button type="submit" variant="ink" full pending={isBusy} disabled={count === 0}>
            {count === 1 ? 'Check 1 line' : `Check ${grouped(count)} lines`}
          </Button>
          <p className="hint mt-4">
            Comma, semicolon, tab or space between; an own reference may follow. Old numbers count. Ctrl and Enter
            check.
          </p>
        </div>
      </div>
    </form>
  )
}
