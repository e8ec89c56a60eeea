import { Form, href } from 'react-router'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'

const PLACES = ['A first part', 'A second part', 'A third part', 'A fourth part']

/** The parts that stand there, and what was typed that is none. */
export type AnotherPartProps = { slugs: string[]; typed: string }

/** Puts a part beside the others by its number, with or without a script. */
export function AnotherPart({ slugs, typed }: AnotherPartProps) {
  return (
    <Form action={href('/compare')} className="grid grid-cols-1 gap-3">
      {slugs.length ? <input type="hidden" name="p" value={slugs.join(',')} /> : null}
      <Field
        key={slugs.length}
        label={PLACES[slugs.length] ?? 'Another part'}
        name="p"
        placeholder="Number"
        defaultValue={typed}
        error={typed ? `No part has the number ${typed}.` : undefined}
        required
      />
      <Button variant="ink" type="submit">
        Put it here
      </Button>
    </Form>
  )
}
