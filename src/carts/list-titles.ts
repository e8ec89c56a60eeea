/**
 * Matches a title with one of these words or phrases: whole ones, or with a star their beginnings or ends; after `=` the
 * whole title.
 */
function words(...lists: string[]) {
  const all = lists
    .join(',')
    .split(',')
    .map((word) => word.trim())
  return new RegExp(all.map(patternOf).join('|'), 'iu')
}

function patternOf(word: string) {
  const bare = word.replace(/^[=*]|\*$/g, '').replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  if (word.startsWith('=')) return `^${bare}$`
  const [before, after] = [
    word.startsWith('*') ? '' : '(?<![\\p{L}\\p{N}])',
    word.endsWith('*') ? '' : '(?![\\p{L}\\p{N}])',
  ]
  return `${before}${bare}${after}`
}

const PRICE = '*price*, *preis*, *pris*, prix*, prijs*, precio*, prezzo*, *cost*, *kosten*, pu, p.u*, uvp, msrp'
const MONEY =
  'rate, ext, extended, subtotal, sum, summe, gesamt*, betrag*, wert, ep, gp, netto*, brutto*, i alt, beløb, montant*, currency'
const SHARES = 'discount*, disc, *rabat*, remise*, vat*, tax*, mwst, ust, tva, moms, %'
const MEASURES =
  'size*, weight*, *gewicht*, poids, vægt, kg, wt, length, width, height, *länge*, *breite*, *höhe*, diameter*, ø, mm, v, w, a, hz, µf, uf, *leistung*, *spannung*, amps, volt*, watt*, rpm'
const TIMES =
  'year*, baujahr, årgang, année, week*, *woche*, kw, uge, days, tage, *lieferzeit*, délai*, leveringstid, warranty*, garant*, date*, eta'
const KINDS =
  'value, footprint, model*, page*, seite, side, fig, callout, rev, revision, version, level, category*, warengruppe, wgr, class, group*, status, hts, hs code, zolltarif*, gtin, ean, upc, serial*, *serien*, descr*, bezeichn*, benenn*, libell*, *name*, *text*, ref, pe'

const ORDERS =
  'order no*, order nr*, order num*, order line*, order id, order #*, orderno*, work order*, sales order*, customer order*, purchase order*, ordrenr*, auftragsn*, bestellnr*, invoice*, rechnung*, sag, sagsnr*, =commande, n° commande, n° chantier, chantier, project*, projekt*, rma, case*, claim*, call*, job, wo, so, po, ticket*'
const PEOPLE = 'customer*, kunde*, client*, vendor*, supplier*, lieferant*, leverandør*, fournisseur*, tech*'
const THINGS =
  'tag, asset*, account*, konto*, kst, gl, dept*, truck*, unit #, =unit, =machine, =machines, maschine*, gerät*, anlage*, =appliance'
const PLACES =
  'apartment*, flat, floor*, room*, zimmer*, etage*, location*, loc, warehouse*, lagerort*, =store, branch*, filiale*, site*, plant, werk*, reol, hylde, plads, platz, *regal*, fach, emplacement*, drawer*, aisle*, on shelf, =shelf, rack*, zip, plz, postnr*, route*, zone*, ship*'
const LINES = 'index, s/n, lead time*, prio*, id, ln, linje*, ligne*, zeile*, sr, n°'

/** What titles of lists mean: some as a whole, others by a word. */
export const TITLES = {
  /** Beside one of these, `No.` and `Item` name a running number. */
  part: /^((our|your) )?(parts?|p\/?n|vare(nr\.?|nummer)|référence|article|art\.?|sku|mpn|artikel|(artikel|teile|ersatzteil|bestell|material)[ -]?(nummer|nr\.?)|(part|article|art\.?|product|catalogue|cat\.?)[ -]?(no\.?|nr\.?|#|number|code)|our number)$/i,
  /** The numbers of others, which the shop may know too. */
  theirs:
    /^(manufacturer|supplier|vendor|mfr\.?|oem|hersteller|lieferanten)[ -]?(part |article |artikel)?(no\.?|nr\.?|#|number|code|sku|nummer)$/i,
  number: /^(item|product|number|code|no\.?|nr\.?|item[ -]?(no\.?|nr\.?|#|number|code))$/i,
  quantity:
    /^(order(ed)? |required |total |no\.? of |number of )?(q[.']?ty\.?|qnty\.?|quantity|pieces|pcs\.?|count|units|(bestell[ -]?)?menge|mge\.?|anzahl|anz\.?|antal|antall|ant\.?|aantal|quantité|qté|nbre|nb\.?|cantidad|cant\.?|unidades|stück(zahl)?|stk\.?|styk|bedarf)( (ordered|required|req\.?|needed|commandée|à commander|bestilt|besteld))?( ?\(.+\))?$/i,
  /** Pieces or money. */
  amount: /^(total|((total|order) )?amount)$/i,
  reference:
    /^(ref\.?|referen(ce|z)|job|job (no\.?|number)|notes?|notiz|remarks?|comments?|bemerkung(en)?|kommission|auftrag|(your|own) reference)$/i,
  /** A reference where nothing else is one. */
  position: /^(position|pos\.?)$/i,
  /** Where no title is one of those above, such as in `QTY REQ` or `To order`. */
  wanted: words(
    '*bestell*, open*, qty*, *quant*, pieces, pcs, order*, reorder*, purchas*, need*, requir*, req, want*, *anzahl*, *menge*, *stück*, buy*, total*, count*',
    'bestilt*, besteld*, no. off, no off, number off, no. of, number of, how many, restock*, refill*, top up, top-up, missing, short*, *fehl*, *nachfüll*, *auffüll*',
  ),
  /** All words of a title under which the quantities of an order are sure to stand, as those of `Qty returned` are not. */
  plain: words(
    'qty, qtys, quantity, quantities, pieces, pcs, units, menge, mengen, anzahl, stück, stk, stückzahl, bedarf, bedarfs*, count, counts, qtyorder*, q, ty, quantité, qté, quantità, antal, aantal',
    'order, *bestell*, auftrags*, reorder, reorders, purchase, need*, requir*, req, request*, desired, want*, buy, total*, sum, gesamt*, netto*, ext, extended, restock*, refill*, missing, short*, fehl*, nachfüll*, auffüll*, benötigt*, commande*, commandée, bestilt*, besteld*',
    'no, nr, number, numbers, off, of, how, many, to, the, this, be, for, in, line, lines, position, week, kw, à, zu, d, p, o, po, pc, st, ea, your, our, item, items, part, parts, new',
  ),
  /** Of several that are wanted, the one to order. */
  toOrder: words(
    'to order, this order, to buy, this buy, to purchase, =order, order qty, order quantity, bestellvorschlag*, zu bestellen, à commander, req, requir*, need*',
  ),
  /** Their whole numbers are no pieces. */
  never: words(PRICE, MONEY, SHARES, MEASURES, TIMES, KINDS, '=line, =row, min, minimum, moq, spq'),
  year: /^(19|20)\d\d$/,
  price: words(PRICE),
  /** Beside one of these totals are money. */
  priced: words(PRICE, 'rate, net, netto, each, ep, gp'),
  /** Of pieces whatever else is said, such as in `Ext qty`. */
  pieces: words('qty*, *quant*, pieces, pcs, *menge*, *anzahl*, *stück*, *bedarf*'),
  /** Pieces or something else where another word is said too, such as in `Order week 48`. */
  ordered: words('*bestell*, order, reorder, need*, requir*, short*, missing, *fehl*, buy, purchase, to ship'),
  /** What is left of a need: beside the need it is what has to be ordered. */
  short: words('short*, missing, *fehl*, balance, offen*, buy, purchase'),
  /** No quantity of an order, though pieces. */
  least: words('mindestmenge, mindestabnahme, min order*, minimum order*'),
  /** Running numbers, where a part is, or what it is for: no pieces beside a title of quantities. */
  seldom: words(PEOPLE, THINGS, PLACES, LINES),
  /** Numbers of orders, which are none either. */
  orders: words(ORDERS),
  /** As `seldom`, unless the title sounds like quantities otherwise. */
  rather: words('*number*, no, nr, line, row, bin, work, sales'),
  /** Pieces, but none to order, or others than single ones. */
  kept: words(
    '*bestand*, vorrat*, stock*, lager, lagermenge, on hand, on order, on shelf, have, reorder point, reorder level, reorder at, available*, reserved*, reserviert*, verfügbar*',
    'pack*, old, last, previous, prev, free, used, usage, verbrauch*, counted, delivered, geliefert*, leveret, livré*, shipped, received, invoiced, billed, backorder*, sold, verkauft*',
    'beholdning, disponible*, qoh, oh, box*, carton*, karton*, ve, vpe, inner, conditionnement*, in the van, in van, in the store, in store, in the house, in house',
  ),
  /** Beside one of these a quantity is what was counted. */
  level: words(
    'reorder point, reorder at, *level*, min, minimum, meldebestand, mindestbestand, max stock, par, *soll*, target*, safety*',
  ),
}
