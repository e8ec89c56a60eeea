/** Runs in the head before the first paint: a chosen theme never flashes the other one, a banner to come has its room. */
export const firstPaintScript =
  "try{var s=localStorage,d=document.documentElement.dataset,t=s.getItem('theme');if(t==='light'||t==='dark')d.theme=t;if(s.getItem('unverified'))d.unverified=''}catch{}"
