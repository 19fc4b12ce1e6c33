# What `cmake --install` lays down: program, library, headers, scenarios, licence, and a package
# configuration, so that find_package(leasesim) gives leasesim::leasesim.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/leasesim)
install(TARGETS leasesim_lib EXPORT leasesim ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(TARGET leasesim)
  install(TARGETS leasesim RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(DIRECTORY include/leasesim DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.hpp")
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES ${LEASESIM_SCENARIO_FILES} DESTINATION ${CMAKE_INSTALL_DATADIR}/leasesim/scenarios)
install(EXPORT leasesim NAMESPACE leasesim:: DESTINATION ${package_dir}
        FILE leasesim-targets.cmake)

configure_package_config_file(cmake/leasesim-config.cmake.in
  ${CMAKE_CURRENT_BINARY_DIR}/leasesim-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/leasesim-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/leasesim-config.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/leasesim-config-version.cmake
        DESTINATION ${package_dir})
