// @ts-check
/** @type {Record<string, string>} style properties of Stripe's options and the custom property that carries each */
const PROPERTIES = {
  backgroundColor: '--ground',
  color: '--color',
  fontFamily: '--font',
  fontSize: '--size',
  fontWeight: '--weight',
  fontStyle: '--slant',
  fontVariant: '--variant',
  letterSpacing: '--spacing',
  lineHeight: '--lead',
  iconColor: '--icon',
}
const STATES = ['base', 'complete', 'empty', 'invalid']

/** Gives the field the page's colour scheme, fonts and `options.style`. @param {any} options */
export function dress({ colorScheme, fonts = [], style = {}, hideIcon }) {
  const root = document.documentElement
  root.style.setProperty('color-scheme', colorScheme)
  root.toggleAttribute('data-no-icon', Boolean(hideIcon))
  for (const state of STATES) {
    for (const [property, custom] of Object.entries(PROPERTIES)) {
      set(root, `${custom}-${state}`, style[state]?.[property])
    }
    set(root, `--placeholder-${state}`, style[state]?.['::placeholder']?.color)
  }
  for (const { family, src, ...rest } of fonts) {
    if (family && src) document.fonts.add(new FontFace(family, src, rest))
  }
}

/** @param {HTMLElement} root @param {string} name @param {unknown} value */
function set(root, name, value) {
  if (value === undefined || value === null) root.style.removeProperty(name)
  else root.style.setProperty(name, String(value))
}
