import CaseCatalogue

/// Every case, in reading order.
public let catalogue = Catalogue(chapters: [])
