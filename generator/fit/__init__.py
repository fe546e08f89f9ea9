"""Does an extension, with the binding that it was built with, fit a module?"""
