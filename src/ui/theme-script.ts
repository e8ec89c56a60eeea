/** Runs in the head before the first paint, so a chosen theme never flashes the other one. */
export const themeScript =
  "try{var t=localStorage.getItem('theme');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}"
