import { Spinner } from '../ui/spinner.tsx'

/** In place of a page whose shape is not known; as high as a window, so that the footer does not come and go. */
export const PageSpinner = () => (
  <div className="grid min-h-svh place-items-center">
    <Spinner />
  </div>
)
