/**
 * Script for the head, before the first paint: marks readers whose clock differs from the group's, so that a page can
 * keep room for their own time. `groupZone` is an IANA name.
 */
export function readerZoneScript(groupZone: string): string {
  return `try{var d=new Date(),o={dateStyle:"short",timeStyle:"short"},z=d.toLocaleString("en",{...o,timeZone:${JSON.stringify(groupZone)}});if(z!==d.toLocaleString("en",o))document.documentElement.setAttribute("data-elsewhere","")}catch(e){}`;
}
