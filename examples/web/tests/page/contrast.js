// How well what is written stands out from what lies behind it, by the formula of the Web Content Accessibility Guidelines.

/** The contrast of each text that is seen on the page, and of the rings of the pits that may be lifted. */
export const contrasts = (page) => page.evaluate(() => {
  const numbers = (colour) => {
    const [red, green, blue, alpha = 1] = colour.match(/[\d.]+/g).map(Number);
    return { rgb: [red, green, blue], alpha };
  };
  const luminance = (rgb) => {
    const linear = rgb.map((value) => value / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  };
  const ratio = (one, two) => {
    const [light, dark] = [luminance(one), luminance(two)].sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  };
  /** What may lie behind an element: the colours of the nearest thing that covers all. */
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const { backgroundColor, backgroundImage } = getComputedStyle(at);
      const stops = backgroundImage.match(/rgba?\([^)]*\)/g);
      if (stops) return stops.map((stop) => numbers(stop).rgb);
      const { rgb, alpha } = numbers(backgroundColor);
      if (alpha === 1) return [rgb];
      if (alpha > 0) throw new Error(`half of a colour on ${at.outerHTML.slice(0, 80)}`);
    }
    throw new Error('nothing lies behind');
  };
  const worst = (colour, backs) => Math.min(...backs.map((back) => ratio(numbers(colour).rgb, back)));
  const found = [];
  const add = (what, colour, backs) => found.push({ what, ratio: worst(colour, backs) });
  const board = document.querySelector('.board');
  for (const element of document.body.querySelectorAll('*')) {
    const written = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '') || element.value;
    const style = getComputedStyle(element);
    const seen = element.checkVisibility({ visibilityProperty: true }) && !element.closest('.hidden, .skip, svg, option');
    // What cannot be pressed may be faint.
    if (seen && !element.closest(':disabled')) {
      const name = `${element.tagName} ${element.id} ${element.className} “${(element.value || element.textContent).trim().slice(0, 30)}”`;
      // The name of a pit stands in the corner beside it.
      if (written) add(name, style.color, element.matches('.label') ? behind(board) : behind(element));
      if (element.placeholder) add(`${name} placeholder`, getComputedStyle(element, '::placeholder').color, behind(element));
      for (const pseudo of ['::before', '::after']) {
        const { content, color } = getComputedStyle(element, pseudo);
        if (!['none', 'normal', '""'].includes(content)) {
          const backs = [element, ...element.children].flatMap(behind);
          add(`${name} ${pseudo}`, color, backs);
        }
      }
    }
  }
  const rings = [...document.querySelectorAll('.pit.legal')].map((pit) => ({
    what: pit.dataset.id,
    ratio: worst(getComputedStyle(pit).borderTopColor, [...behind(pit), ...behind(board)]),
  }));
  return { texts: found, rings };
});
