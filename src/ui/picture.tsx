import { type ComponentProps, useState } from 'react'
import { classes } from './classes.ts'

const NO_PICTURE = '/drawings/no-picture.svg'

type PictureProps = Pick<ComponentProps<'img'>, 'className' | 'sizes' | 'srcSet'> & {
  src: string
  alt: string
  width: number
  height: number
  /** The largest picture of the first view: fetched at once instead of when it nears the screen. */
  priority?: boolean
}

export function Picture({ src, alt, priority, className, ...size }: PictureProps) {
  const [failed, setFailed] = useState<string>()
  const missing = failed === src
  return (
    <img
      {...size}
      // The picture may have failed before React attached its listener.
      ref={(img) => {
        if (img?.complete && img.naturalWidth === 0 && !missing) setFailed(src)
      }}
      src={missing ? NO_PICTURE : src}
      srcSet={missing ? undefined : size.srcSet}
      alt={alt}
      className={classes(className)}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : undefined}
      decoding="async"
      onError={() => setFailed(src)}
    />
  )
}
