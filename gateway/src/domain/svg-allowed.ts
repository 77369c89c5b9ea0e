// What an SVG may contain: elements that draw, and the notes that drawing programs leave. svg-picture.ts must refuse
// everything else: scripts, links, embedded pages, animations. Pure.

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** No `a`, no `foreignObject`, no `script`, no animation: they could add forbidden content. */
export const ALLOWED_ELEMENTS = words(`
  svg g defs symbol use title desc metadata style switch
  path rect circle ellipse line polyline polygon text tspan textPath image
  linearGradient radialGradient stop pattern clipPath mask marker
  filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap
  feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode
  feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence`);

/** Their href may hold a data: URL with a picture. Other elements may only refer to places within the file. */
export const PICTURE_ELEMENTS = words('image feImage');

/** In addition to id, class, role, lang, version, aria-… and data-…; `href` is checked separately. */
export const ALLOWED_ATTRIBUTES = words(`
  style type media baseProfile enable-background zoomAndPan requiredExtensions requiredFeatures systemLanguage
  viewBox preserveAspectRatio width height x y x1 y1 x2 y2 cx cy r rx ry fx fy fr d points pathLength transform
  transform-origin transform-box overflow clip clip-path clip-rule mask mask-type filter opacity visibility display
  fill fill-opacity fill-rule stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin
  stroke-miterlimit stroke-opacity stroke-width paint-order vector-effect color color-interpolation
  color-interpolation-filters color-rendering shape-rendering text-rendering image-rendering mix-blend-mode isolation
  marker marker-start marker-mid marker-end markerHeight markerUnits markerWidth orient refX refY
  gradientTransform gradientUnits spreadMethod offset stop-color stop-opacity
  patternContentUnits patternTransform patternUnits clipPathUnits maskContentUnits maskUnits
  dx dy rotate textLength lengthAdjust startOffset method spacing side font font-family font-size font-size-adjust
  font-stretch font-style font-variant font-weight text-anchor text-decoration text-transform letter-spacing
  word-spacing line-height white-space direction unicode-bidi writing-mode dominant-baseline alignment-baseline
  baseline-shift glyph-orientation-horizontal glyph-orientation-vertical kerning pointer-events
  filterUnits primitiveUnits in in2 result mode type values operator k1 k2 k3 k4 order kernelMatrix divisor bias
  targetX targetY edgeMode kernelUnitLength preserveAlpha surfaceScale diffuseConstant specularConstant
  specularExponent lighting-color scale xChannelSelector yChannelSelector azimuth elevation z pointsAtX pointsAtY
  pointsAtZ limitingConeAngle flood-color flood-opacity stdDeviation radius baseFrequency numOctaves seed stitchTiles
  slope intercept amplitude exponent tableValues`);

/** Attributes of the namespaces xlink and xml. Not xml:base: it changes what the others refer to. */
export const ALLOWED_LINK_ATTRIBUTES = words('href type show actuate title role arcrole');
export const ALLOWED_XML_ATTRIBUTES = words('space lang id');

/**
 * CSS functions in addition to url(), which is checked separately: colours, arithmetic, transforms, filters, shapes,
 * selectors.
 */
export const ALLOWED_FUNCTIONS = words(`
  rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix calc min max clamp var
  matrix matrix3d translate translatex translatey translatez translate3d scale scalex scaley scalez scale3d
  rotate rotatex rotatey rotatez rotate3d skew skewx skewy perspective
  blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia
  polygon circle ellipse inset path not is where nth-child nth-last-child nth-of-type`);
export const ALLOWED_AT_RULES = words('@media @supports');

/** The two that drawing programs write, or the word alone. No browser loads them. */
export const ALLOWED_DOCTYPE =
  /^\s*svg(?:\s+PUBLIC\s+["']-\/\/W3C\/\/DTD SVG [\w. ]{1,30}\/\/EN["']\s+["']https?:\/\/www\.w3\.org\/[\w./-]{1,80}\.dtd["'])?\s*$/;

/** Namespaces for drawing programs' own notes. Browsers neither draw nor run anything in them. */
const NOTES = words(`
  http://www.inkscape.org/namespaces/inkscape http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd
  http://www.w3.org/1999/02/22-rdf-syntax-ns# http://creativecommons.org/ns# http://web.resource.org/cc/
  http://purl.org/dc/elements/1.1/ http://purl.org/dc/terms/ adobe:ns:meta/
  http://www.bohemiancoding.com/sketch/ns http://www.serif.com/ http://www.figma.com/figma/ns
  http://vectornator.io https://boxy-svg.com http://svgjs.com/svgjs http://svgjs.dev/svgjs
  http://www.corel.com/coreldraw/odm/2003`);

export const isNote = (namespace: string): boolean =>
  NOTES.has(namespace) || namespace.startsWith('http://ns.adobe.com/');
