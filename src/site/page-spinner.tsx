import { Spinner } from '../ui/spinner.tsx'

/** Replaces a page of unknown shape; as high as the window, so that the footer does not move. */
export const PageSpinner = () => (
  <div className="grid min-h-svh place-items-center">
    <Spinner />
  </div>
)
