/** The template in which a built page keeps its scripts until it has been painted. */
export const WAITING_SCRIPTS = 'scripts'

/** A chosen theme never flashes the other one, a folded sidebar never unfolds, a banner to come has its room, and so has a price of one's own. */
const KNOWN =
  "let d=document.documentElement.dataset;try{let s=localStorage,t=s.getItem('theme');if(t==='light'||t==='dark')d.theme=t;if(s.getItem('unverified'))d.unverified='';if(s.getItem('rail'))d.rail='';if(s.getItem('accessToken')||s.getItem('sums'))d.own=''}catch{}"

const LOADING = "d.loading='';addEventListener('load',()=>delete d.loading);"

/** A tab nobody looks at is not painted, and need not wait. */
const SCRIPTS = `document.addEventListener('DOMContentLoaded',()=>{let f=()=>{let w=document.getElementById('${WAITING_SCRIPTS}');w?.replaceWith(w.content)};document.hidden?f():requestAnimationFrame(()=>setTimeout(f))})`

/**
 * The browser brings no field back that is marked so: Back would fill forms as they were left, also for whoever has logged
 * in since, and before any script runs. What was typed comes back to its user as a draft.
 */
const LEAVING =
  "addEventListener('pagehide',()=>{for(let f of document.querySelectorAll('input,textarea,select'))f.autocomplete='off'});"

/** Runs in the head. */
export const firstPaintScript = `{${KNOWN}${LOADING}${LEAVING}${SCRIPTS}}`
