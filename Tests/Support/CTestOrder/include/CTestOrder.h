// Nothing is called: the object file limits the tests when it is loaded.
